package dev.weft.bench.program;

/** Delays from 1 to 5 seconds, evenly spread, in an order without pattern, the same for all. */
public final class Spread {

  private static final int SHORTEST_MILLIS = 1_000;
  private static final int RANGE_MILLIS = 4_000;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private Spread() {}

  /**
   * The delay of a timer.
   *
   * @param index which one
   * @return milliseconds
   */
  public static int millis(int index) {
    long part = Integer.toUnsignedLong(index * GOLDEN_RATIO); // of 2^32
    return SHORTEST_MILLIS + (int) ((part * RANGE_MILLIS) >>> 32);
  }
}
