package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.sync.Oneshot;
import java.util.concurrent.CompletableFuture;

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

  // @start region="completable"
  /** Fails as get() does, with ExecutionException; cancelled, it cancels its source. */
  @SuppressWarnings("weft:blocking") // get() doesn't wait: the source is complete by then
  static <T> Future<T> valueOf(CompletableFuture<T> source) {
    return async(
        () -> {
          Oneshot<Boolean> done = Oneshot.create();
          var _ = source.whenComplete((value, failure) -> done.sender().send(true));
          try {
            await(done.receiver().recv());
            return source.get();
          } finally {
            source.cancel(true); // does nothing once it is complete
          }
        });
  }
  // @end
}
