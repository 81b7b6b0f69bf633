package dev.weft.kv.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as nanoseconds. */
final class Nanos {

  private Nanos() {}

  /** As many nanoseconds, or the most there can be. */
  static long of(Duration duration) {
    return TimeUnit.NANOSECONDS.convert(duration);
  }
}
