package dev.weft.verify.fuzz.kit;

import java.util.SplittableRandom;

/**
 * What becomes of the futures of a run.
 *
 * @param kind in general
 * @param seed decides what the kind leaves open
 * @param target number of the future that fails, or while which the block is cancelled, counted
 *     from 0 in the order of their first polls; -1 for none
 */
public record Plan(Kind kind, long seed, int target) {

  /** What happens to most futures. */
  public enum Kind {
    /** Each is ready at its first poll. */
    READY,
    /** Each is pending once. */
    ONCE,
    /** Each is pending three times. */
    OFTEN,
    /** Each is pending from no time to three times. */
    MIXED,
    /** As MIXED, and the target fails. */
    FAIL,
    /** As MIXED, and one in eight fails. */
    FAILS,
    /** As MIXED, and the block is cancelled at the target, which lets go of what it has. */
    CANCEL,
    /** As CANCEL, but the target goes on until it has completed. */
    CANCEL_LATE
  }

  /** How a future ends, if not with its value. */
  enum End {
    VALUE,
    CHECKED,
    UNCHECKED,
    ERROR
  }

  /** What becomes of one future. */
  record Fate(int pendings, End end, boolean cancel) {}

  Fate fate(int index) {
    var random = new SplittableRandom(seed * 31 + index);
    int pendings =
        switch (kind) {
          case READY -> 0;
          case ONCE -> 1;
          case OFTEN -> 3;
          default -> random.nextBoolean() ? random.nextInt(4) : random.nextInt(2);
        };
    boolean fails =
        kind == Kind.FAIL && index == target || kind == Kind.FAILS && random.nextInt(8) == 0;
    End end = fails ? End.values()[1 + random.nextInt(3)] : End.VALUE;
    return new Fate(pendings, end, cancels() && index == target);
  }

  /** Whether a call fails that may, the n-th of its kind. */
  boolean throwsAt(int call) {
    return kind == Kind.FAILS && new SplittableRandom(seed * 37 - call).nextInt(6) == 0;
  }

  boolean cancels() {
    return kind == Kind.CANCEL || kind == Kind.CANCEL_LATE;
  }

  boolean late() {
    return kind == Kind.CANCEL_LATE;
  }
}
