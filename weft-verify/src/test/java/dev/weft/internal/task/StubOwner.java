package dev.weft.internal.task;

import dev.weft.Weft;
import dev.weft.spi.Clock;
import java.util.function.Consumer;

/** The owner of tasks in a model: it only passes on that one is runnable. */
public final class StubOwner implements TaskOwner {

  private final Consumer<TaskCell<?>> runnable;
  private final Unobserved unobserved = new Unobserved(failure -> {});

  public StubOwner(Consumer<TaskCell<?>> runnable) {
    this.runnable = runnable;
  }

  @Override
  public void schedule(TaskCell<?> task) {
    runnable.accept(task);
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    runnable.accept(task);
  }

  @Override
  public void ended(TaskCell<?> task) {}

  @Override
  public Weft weft() {
    throw new UnsupportedOperationException("a model has no runtime");
  }

  @Override
  public Clock clock() {
    return () -> 0;
  }

  @Override
  public long graceNanos() {
    return 0;
  }

  @Override
  public Unobserved unobserved() {
    return unobserved;
  }
}
