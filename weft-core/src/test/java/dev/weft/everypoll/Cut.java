package dev.weft.everypoll;

import java.util.Locale;

/**
 * What happens to the future of a run, and when.
 *
 * @param kind what
 * @param at after which poll, counted from zero; the kinds count different polls
 */
public record Cut(Kind kind, int at) {

  /** What happens. */
  public enum Kind {
    /** Nothing. */
    NONE,
    /** Its task is aborted between two polls of any task. */
    ABORT,
    /** The same in the middle of the poll of a leaf. */
    ABORT_WITHIN,
    /** It loses a race, between two polls of any task. */
    LOSE,
    /** One read of its stream is cancelled, and the stream read on. */
    NEXT,
    /** One read of its stream is cancelled, and the stream closed. */
    NEXT_THEN_CLOSE
  }

  static final Cut NONE = new Cut(Kind.NONE, 0);

  @Override
  public String toString() {
    return kind.toString().toLowerCase(Locale.ROOT) + " at " + at;
  }
}
