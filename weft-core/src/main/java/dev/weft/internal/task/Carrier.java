package dev.weft.internal.task;

import dev.weft.ContextCarrier;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The users' carriers of a runtime as one that never throws. */
public final class Carrier {

  private final ContextCarrier[] carriers;
  private final Consumer<? super Throwable> onFailure;

  /** One for a runtime whose users carry something. */
  public Carrier(List<ContextCarrier> carriers, Consumer<? super Throwable> onFailure) {
    this.carriers = carriers.toArray(ContextCarrier[]::new);
    this.onFailure = onFailure;
  }

  /** That of the runtime that a task belongs to; null if there is none. */
  public static @Nullable Carrier of(@Nullable PollContext task) {
    return task instanceof TaskCell<?> cell ? cell.carrier() : null;
  }

  /** A task's future that is polled with what its spawner has now. */
  <T extends @Nullable Object> RawFuture<T> around(RawFuture<T> future) {
    return new Carried<>(future, this);
  }

  /** What the calling thread has now. */
  public @Nullable Object capture() {
    if (carriers.length == 1) {
      return capture(carriers[0]);
    }
    @Nullable Object[] all = new @Nullable Object[carriers.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = capture(carriers[i]);
    }
    return all;
  }

  private @Nullable Object capture(ContextCarrier carrier) {
    try {
      return carrier.capture();
    } catch (Throwable failure) {
      onFailure.accept(failure);
      return null;
    }
  }

  /** Puts what was captured in place of what the calling thread has now. */
  public void restore(@Nullable Object captured) {
    if (carriers.length == 1) {
      restore(carriers[0], captured);
      return;
    }
    @Nullable Object[] all = (@Nullable Object[]) captured;
    for (int i = 0; i < carriers.length; i++) {
      restore(carriers[i], all == null ? null : all[i]);
    }
  }

  private void restore(ContextCarrier carrier, @Nullable Object captured) {
    try {
      carrier.restore(captured);
    } catch (Throwable failure) {
      onFailure.accept(failure);
    }
  }

  /** A call that runs elsewhere with what the calling thread has now. */
  public <T extends @Nullable Object> Callable<T> around(Callable<T> call) {
    return new Around<>(this, capture(), call);
  }

  /**
   * A call with what its spawner had.
   *
   * @param carrier carries it
   * @param captured what the spawner had
   * @param written the user's call
   */
  public record Around<T extends @Nullable Object>(
      Carrier carrier, @Nullable Object captured, Callable<T> written) implements Callable<T> {
    @Override
    public T call() throws Exception {
      Object outer = carrier.capture();
      carrier.restore(captured);
      try {
        return written.call();
      } finally {
        carrier.restore(outer);
      }
    }
  }
}
