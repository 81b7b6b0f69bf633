package dev.weft.snippets;

import dev.weft.*;

/** A future written by hand. */
final class FutureSnippets {

  private FutureSnippets() {}

  // @start region="countdown"
  /** Complete at its fourth poll. */
  static final class Countdown implements Future<String> {

    private int left = 3;

    @Override
    public Poll<String> poll(Context cx) {
      if (left < 0) {
        throw new IllegalStateException("This countdown is over; it was polled once too often.");
      }
      if (left-- == 0) {
        return Poll.ready("lift-off");
      }
      cx.waker().wake(); // there is more to do at once; otherwise an event would call this
      return Poll.pending();
    }
  }
  // @end
}
