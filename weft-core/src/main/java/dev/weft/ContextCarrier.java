package dev.weft;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes along with each task what other libraries keep in thread-locals: the MDC of a logger, the
 * span of a tracer. Given to {@link Weft.Builder#contextCarrier}.
 *
 * {@snippet class="dev.weft.snippets.TaskSnippets" region="carrier"}
 *
 * <p>A task begins with what its spawner had at the spawn. Around each poll its own is put on the
 * thread, and what the thread had before is put back; so what a task sets it finds again after an
 * await, on whichever thread that is, and nobody else sees it. The blocks of one task share one
 * context, on virtual threads as well. A blocking call begins with what its spawner had, and what
 * it sets is its own.
 *
 * <p><em>Threads:</em> both methods are called on many threads at once, often, and in the midst of
 * scheduling: they must be quick and must not block. What they throw goes to the runtime's handler.
 */
public interface ContextCarrier {

  /**
   * What the calling thread has now.
   *
   * @return a value that doesn't change when the thread's context does; {@code null} for nothing
   */
  @Nullable Object capture();

  /**
   * Puts something in place of what the calling thread has now.
   *
   * @param captured what {@link #capture} returned, on this or another thread; may be put back any
   *     number of times; {@code null} leaves the thread with nothing
   */
  void restore(@Nullable Object captured);

  /**
   * A carrier of one thread-local, whose values don't change.
   *
   * @param local what to carry; a thread without a value has what its {@code initialValue} says, if
   *     that isn't {@code null}
   * @param <T> type of the value
   * @return a carrier
   */
  static <T> ContextCarrier of(ThreadLocal<T> local) {
    Objects.requireNonNull(local, "local");
    return new ContextCarrier() {
      @Override
      public @Nullable Object capture() {
        return local.get();
      }

      @Override
      @SuppressWarnings("unchecked") // capture() has taken it from this thread-local
      public void restore(@Nullable Object captured) {
        if (captured == null) {
          local.remove();
        } else {
          local.set((T) captured);
        }
      }

      @Override
      public String toString() {
        return "carrier of " + local;
      }
    };
  }
}
