package dev.weft;

/**
 * The way to have a task polled again.
 *
 * <p>Any thread may call {@link #wake()}, as often as it likes. It never runs user code inline,
 * never blocks and never throws; a wake after the task's end does nothing. All that the waking
 * thread did before is visible to the poll that follows, also when the task was already on its way
 * to be polled.
 *
 * <p>A task has one waker object for its whole life, so wakers may be compared by identity.
 */
@FunctionalInterface
public interface Waker {

  /** Requests one poll of the task. Several requests before that poll are one. */
  void wake();

  /**
   * A waker that does nothing, for polling by hand.
   *
   * @return the shared no-op waker
   */
  static Waker noop() {
    return NoopWaker.INSTANCE;
  }
}
