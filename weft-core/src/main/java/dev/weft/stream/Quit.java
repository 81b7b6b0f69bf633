package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.internal.cleanup.Unwanted;
import org.jspecify.annotations.Nullable;

/** Gives a stream up: a pending poll of it is cancelled, then the stream is closed. */
final class Quit {

  /*
   * A stream that can't be left at once is polled until it can; an item that still comes is discarded by
   * the default rule, that is closed if it can be. Each step takes place however the last one ended.
   */

  private final AsyncStream<?> stream;
  private final boolean close;
  private boolean left;
  private @Nullable RawFuture<?> discarding;
  private @Nullable RawFuture<?> closing;
  private @Nullable Throwable trouble;

  Quit(AsyncStream<?> stream) {
    this(stream, true);
  }

  private Quit(AsyncStream<?> stream, boolean close) {
    this.stream = stream;
    this.close = close;
  }

  /** Leaves a stream without closing it. */
  static Quit leaving(AsyncStream<?> stream) {
    return new Quit(stream, false);
  }

  /** Null when the stream is closed, or PENDING. */
  @Nullable Object poll(Context cx) throws Exception {
    if (!left && !tryLeave(cx)) {
      return RawFuture.PENDING;
    }
    if (discarding != null) {
      if (isPending(discarding, cx)) {
        return RawFuture.PENDING;
      }
      discarding = null;
    }
    if (close && closing == null) {
      closing = RawFuture.own(stream.closeAsync());
    }
    if (closing != null && isPending(closing, cx)) {
      return RawFuture.PENDING;
    }
    if (trouble != null) {
      throw Codegen.<RuntimeException>sneak(trouble);
    }
    return null;
  }

  private boolean tryLeave(Context cx) {
    try {
      left = stream.cancelNext();
      if (!left) {
        Object item = stream.pollNext(cx);
        left = item != RawFuture.PENDING || stream.cancelNext();
        if (item != RawFuture.PENDING) {
          discarding = Unwanted.close(item);
        }
      }
    } catch (Throwable failure) {
      left = true;
      trouble = Trouble.ofCancelled(trouble, failure);
    }
    return left;
  }

  private boolean isPending(RawFuture<?> future, Context cx) {
    try {
      return future.pollRaw(cx) == RawFuture.PENDING;
    } catch (Throwable failure) {
      trouble = Trouble.ofCancelled(trouble, failure);
      return false;
    }
  }
}
