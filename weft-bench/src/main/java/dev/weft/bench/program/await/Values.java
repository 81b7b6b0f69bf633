package dev.weft.bench.program.await;

/**
 * What operations yield: a value that changes each time, so that no loop over them can be worked
 * out by the compiler, and that is small, so that boxing it allocates nothing.
 */
public final class Values {

  private static final int COUNT = 64;

  private int next;

  /** Begins with 0. */
  public Values() {}

  /**
   * The next one.
   *
   * @return from 0 to 63, and so on
   */
  public Integer next() {
    return next++ & (COUNT - 1);
  }
}
