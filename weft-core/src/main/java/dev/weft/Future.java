package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * A lazy computation that makes progress only while somebody polls it.
 *
 * <p>Nothing happens before the first poll. Whoever polls a future owns it: one owner, one thread
 * at a time. The task that runs the future gives the happens-before edge between two polls, so an
 * implementation needs no locks for its own fields.
 *
 * <p>An implementation that can't complete yet arranges for {@code cx.waker().wake()} to be called
 * as soon as another poll can make progress, and returns {@link Poll#pending()}. It must use the
 * waker of the <em>latest</em> poll. A wake-up may come early or twice; poll again and look.
 *
 * <p><em>Misuse.</em> Polling again after completion (a failure is a completion, too), and spawning
 * the same future twice, throws {@link IllegalStateException}. So do, as far as a bit in the state
 * word can tell, two threads that poll at once. Implementations outside Weft should do the same.
 *
 * <p><em>Threads.</em> {@link #poll} and {@link #cancel} are for the owner. Only the {@link Waker}
 * may be used from anywhere.
 *
 * {@snippet class="dev.weft.snippets.FutureSnippets" region="countdown"}
 *
 * @param <T> type of the result; {@code Void} with {@code null} where there is none
 */
public interface Future<T extends @Nullable Object> {

  /**
   * Makes as much progress as is possible without waiting.
   *
   * @param cx who to wake and where this runs; valid for this call only
   * @return the result, or {@link Poll#pending()} when the waker will be called
   * @throws Exception the failure of this computation, which completes it
   * @throws Cancellation if this future was cancelled and has now finished cleaning up
   * @throws IllegalStateException if this future has completed before or is being polled
   */
  Poll<T> poll(Context cx) throws Exception;

  /**
   * Asks this future to stop. The call is a request: code that holds resources may first clean up.
   *
   * <ul>
   *   <li>{@code true}: everything is released; the owner never polls it again. That is the default
   *       and right for a plain leaf that holds nothing.
   *   <li>{@code false}: it needs time. The owner goes on polling until it completes, normally by
   *       throwing {@link Cancellation}. If it still returns a value, that value counts.
   * </ul>
   *
   * <p>Repeating the call changes nothing. Before the first poll, the body of the future never
   * runs. A future that polls others may see this call on its own thread while it is inside its own
   * {@code poll}; it then notes the request and returns {@code false}.
   *
   * @return whether the future is released and must not be polled any more
   */
  default boolean cancel() {
    return true;
  }
}
