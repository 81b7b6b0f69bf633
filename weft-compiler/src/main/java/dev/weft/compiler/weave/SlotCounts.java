package dev.weft.compiler.weave;

/**
 * Slots of a state object by kind.
 *
 * @param references for objects
 * @param ints for int and everything narrower
 * @param longs for long
 * @param floats for float
 * @param doubles for double
 */
public record SlotCounts(int references, int ints, int longs, int floats, int doubles) {

  /**
   * All of them.
   *
   * @return the sum
   */
  public int total() {
    return references + ints + longs + floats + doubles;
  }
}
