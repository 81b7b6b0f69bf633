package dev.weft.compiler.shapes;

/**
 * What becomes of the futures that a shape awaits.
 *
 * @param outcome what
 * @param target number of the future that fails, or while which the shape is cancelled, counted
 *     from 0 in the order of their first polls
 */
record Plan(Outcome outcome, int target) {

  enum Outcome {
    READY(0),
    PENDING_ONCE(1),
    PENDING_OFTEN(3),
    FAILED(1),
    CANCELLED(1);

    private final int pendings;

    Outcome(int pendings) {
      this.pendings = pendings;
    }

    /** Whether it happens to one future after the other rather than to all. */
    boolean hitsOne() {
      return this == FAILED || this == CANCELLED;
    }
  }

  int pendings() {
    return outcome.pendings;
  }

  boolean fails(int index) {
    return outcome == Outcome.FAILED && index == target;
  }

  boolean cancels(int index) {
    return outcome == Outcome.CANCELLED && index == target;
  }
}
