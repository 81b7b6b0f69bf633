package dev.weft.internal.combine;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.TaskLocal;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/**
 * A future inside which a task-local has a value, its clean-up included.
 *
 * @param <T> type of the result
 */
final class Bound<T extends @Nullable Object> extends Combinator<T> {

  /*
   * The values in force are an immutable chain in the task's context, innermost first. Each poll puts
   * this binding in front of the chain that it finds and takes it away again at its end, so that code
   * outside never sees it; so does a cancel, which reaches a pending future outside any poll. Code that
   * goes on on a virtual thread after the poll has to take the chain along itself.
   */

  private final TaskLocal<?> local;
  private final Object value;
  private final RawFuture<T> future;
  private @Nullable Binding binding;

  <L> Bound(TaskLocal<L> local, L value, Future<T> future) {
    this.local = local;
    this.value = value;
    this.future = RawFuture.own(future);
  }

  /** The value of a task-local in a chain, null if it has none. */
  @SuppressWarnings("unchecked") // a binding's value has the type of its local
  static <L> @Nullable L find(TaskLocal<L> local, @Nullable Object chain) {
    for (Binding link = (Binding) chain; link != null; link = link.outer) {
      if (link.local == local) {
        return (L) link.value;
      }
    }
    return null;
  }

  @Override
  @Nullable Object advance(Context cx, @Nullable PollContext task) throws Exception {
    if (task == null) {
      throw new IllegalStateException(
          local
              + " can't be bound outside a task, and this future is polled by hand; run it with"
              + " Weft.blockOn(future) or spawn it.");
    }
    Object outer = task.locals();
    task.setLocals(inFrontOf((Binding) outer));
    try {
      return future.pollRaw(cx);
    } finally {
      task.setLocals(outer);
    }
  }

  private Binding inFrontOf(@Nullable Binding outer) {
    Binding current = binding;
    if (current == null || current.outer != outer) {
      current = new Binding(local, value, outer);
      binding = current;
    }
    return current;
  }

  @Override
  boolean stop() {
    PollContext task = task();
    if (task == null) {
      return future.cancel();
    }
    Object now = task.locals();
    task.setLocals(binding);
    try {
      return future.cancel();
    } finally {
      task.setLocals(now);
    }
  }

  @Override
  @Nullable Disposal disposal(@Nullable Object result) {
    return Disposal.of(future, result);
  }

  @Override
  boolean sparedByRace() {
    return future instanceof Combinator<?> inner && inner.sparedByRace();
  }

  @Override
  public @Nullable StackTraceElement location() {
    return future.location();
  }

  @Override
  public String toString() {
    return future.toString();
  }

  /** One link of the chain. */
  private static final class Binding {
    final TaskLocal<?> local;
    final Object value;
    final @Nullable Binding outer;

    Binding(TaskLocal<?> local, Object value, @Nullable Binding outer) {
      this.local = local;
      this.value = value;
      this.outer = outer;
    }
  }
}
