package dev.weft.bench.program.await;

/** The loop without await. */
public final class Numbers {

  private static final int LENGTH = 1024;

  /** Makes each step depend on the one before. */
  public static final int FACTOR = 31;

  private Numbers() {}

  /**
   * What the loop goes over.
   *
   * @return numbers without pattern
   */
  public static int[] create() {
    var numbers = new int[LENGTH];
    int last = 1;
    for (int i = 0; i < LENGTH; i++) {
      last = last * 1_103_515_245 + 12_345;
      numbers[i] = last;
    }
    return numbers;
  }

  /**
   * The loop, in a plain method.
   *
   * @param numbers a power of two of them
   * @param count how many steps
   * @param start where to begin
   * @return a mixture of all
   */
  public static int mix(int[] numbers, int count, int start) {
    int mixed = start;
    for (int i = 0; i < count; i++) {
      mixed = mixed * FACTOR + numbers[(mixed ^ i) & (numbers.length - 1)];
    }
    return mixed;
  }
}
