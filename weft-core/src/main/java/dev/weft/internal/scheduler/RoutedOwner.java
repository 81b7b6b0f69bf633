package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.Carrier;
import dev.weft.internal.task.TaskCell;
import dev.weft.internal.task.TaskOwner;
import dev.weft.internal.task.Unobserved;
import dev.weft.spi.Clock;
import org.jspecify.annotations.Nullable;

/** The runtime, as it is seen by tasks that go another way than the others, or have a name. */
final class RoutedOwner implements TaskOwner {

  /*
   * A worker, a lane and a name belong to a task for life, so they are kept in its owner: a task that
   * asks for none of them carries no field for them, and no queue ever asks a task where it belongs.
   */

  private final TaskOwner runtime;
  private final Route route;
  private final @Nullable String name;

  RoutedOwner(TaskOwner runtime, Route route, @Nullable String name) {
    this.runtime = runtime;
    this.route = route;
    this.name = name;
  }

  @Override
  public void schedule(TaskCell<?> task) {
    route.schedule(task);
  }

  @Override
  public void scheduleNew(TaskCell<?> task) {
    route.scheduleNew(task);
  }

  @Override
  public void scheduleAgain(TaskCell<?> task, boolean yielded) {
    route.scheduleAgain(task, yielded);
  }

  @Override
  public void ended(TaskCell<?> task) {
    runtime.ended(task);
  }

  @Override
  public void endSeen() {
    runtime.endSeen();
  }

  @Override
  public Weft weft() {
    return runtime.weft();
  }

  @Override
  public Clock clock() {
    return runtime.clock();
  }

  @Override
  public long graceNanos() {
    return runtime.graceNanos();
  }

  @Override
  public boolean isPinned() {
    return route instanceof PinnedRoute;
  }

  @Override
  public @Nullable String taskName() {
    return name;
  }

  @Override
  public @Nullable Carrier carrier() {
    return runtime.carrier();
  }

  @Override
  public Unobserved unobserved() {
    return runtime.unobserved();
  }
}
