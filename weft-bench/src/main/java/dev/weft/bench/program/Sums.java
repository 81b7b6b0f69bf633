package dev.weft.bench.program;

/**
 * What works come to that add up numbers, the same for all contenders, so that none is quick by
 * leaving something out.
 */
public final class Sums {

  private Sums() {}

  /**
   * Compares what a work came to.
   *
   * @param expected what it should
   * @param sum what it did
   * @throws IllegalStateException if they differ
   */
  public static void check(long expected, long sum) {
    if (sum != expected) {
      throw new IllegalStateException("The items add up to " + sum + " instead of " + expected);
    }
  }

  /**
   * The sum of the numbers from 1.
   *
   * @param last the last one
   * @return their sum
   */
  public static long to(int last) {
    return (long) last * (last + 1) / 2;
  }

  /**
   * The sum of the even ones among the numbers from 2.
   *
   * @param last the last one, which may be odd
   * @return their sum
   */
  public static long evensTo(int last) {
    return (long) (last / 2) * (last / 2 + 1);
  }
}
