package dev.weft.internal.reactor;

/** Guesses whether more is left behind a read that filled its buffer. For one reader. */
final class FullReads {

  /*
   * Where messages are as long as buffers nothing is left, and a further call would only say so; where
   * much data comes a lot is left. So what a try has found is taken to hold the next time, too. As
   * nothing is learnt from a try that isn't made, one is made after each TRIES_SPARED.
   *
   * Small buffers are left out: who uses them reads a message in pieces.
   */

  private static final int SMALL_BYTES = 1024;
  private static final int TRIES_SPARED = 16;

  private boolean expectsMore = true;
  private boolean tries; // the last read was full, and the next one is made without an event
  private int spared;

  /** Notes a read that filled its buffer; whether nothing is expected to be left. */
  boolean isProbablyAll(int bytes) {
    if (bytes < SMALL_BYTES) {
      return false;
    }
    if (tries || ++spared > TRIES_SPARED) {
      expectsMore = true;
      spared = 0;
    }
    tries = expectsMore;
    return !expectsMore;
  }

  /** Notes a read that left room in its buffer. */
  void wasShort() {
    tries = false;
  }

  /** Notes a read that found nothing. */
  void foundNothing() {
    if (tries) {
      tries = false;
      expectsMore = false;
      spared = 0;
    }
  }
}
