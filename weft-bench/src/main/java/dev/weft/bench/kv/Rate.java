package dev.weft.bench.kv;

/** Figures from counts and times. */
final class Rate {

  private static final double NANOS = 1e9;

  private Rate() {}

  static double perSecond(long count, long nanos) {
    return count * NANOS / nanos;
  }

  static double seconds(long nanos) {
    return nanos / NANOS;
  }
}
