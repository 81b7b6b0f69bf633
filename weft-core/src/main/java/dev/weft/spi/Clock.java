package dev.weft.spi;

/** A monotonic clock. */
@FunctionalInterface
public interface Clock {

  /**
   * The time since some fixed moment; compare two values by subtracting them.
   *
   * @return nanoseconds, which may be negative and may overflow
   */
  long nanoTime();

  /**
   * Asks to be told when the time jumps instead of passing, so that sleepers can look again. A
   * clock that runs by itself never does.
   *
   * @param listener called after each jump, on the thread that makes the time jump
   */
  default void onJump(Runnable listener) {}
}
