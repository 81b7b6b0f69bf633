package dev.weft;

import java.util.Objects;

/**
 * What a poll is given: whom to wake, and the runtime on which it runs.
 *
 * <p>A context is valid during the poll that it was passed to; keep the {@link #waker()}, never the
 * context.
 */
public interface Context {

  /**
   * A context outside any runtime, to poll a future by hand. Timers and sockets don't work there.
   *
   * @param waker called when another poll can make progress
   * @return a context with that waker
   */
  static Context of(Waker waker) {
    return new PlainContext(Objects.requireNonNull(waker, "waker"));
  }

  /**
   * The waker of the task that polls.
   *
   * @return the waker; the same object in each poll of a task
   */
  Waker waker();

  /**
   * The runtime that runs this poll.
   *
   * @return the runtime
   * @throws IllegalStateException if the poll runs outside any runtime
   */
  Weft runtime();

  /**
   * The same place with another waker, for a combinator that wants to know which of its futures was
   * woken.
   *
   * @param waker called in place of this context's waker; should end by waking this one
   * @return a context for the poll of an inner future
   */
  Context withWaker(Waker waker);
}
