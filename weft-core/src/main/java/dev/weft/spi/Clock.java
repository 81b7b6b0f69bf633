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
}
