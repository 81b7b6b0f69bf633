package dev.weft;

/** The waker that wakes nobody. */
enum NoopWaker implements Waker {
  INSTANCE;

  @Override
  public void wake() {
    // Nobody waits: the poller looks again by itself.
  }
}
