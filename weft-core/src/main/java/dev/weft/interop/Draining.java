package dev.weft.interop;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.SubscriberStream;
import org.jspecify.annotations.Nullable;

/** Sends what a subscriber gets into a sink; whatever ends it, the subscription ends as well. */
final class Draining<T> extends RawFuture<Void> {

  /*
   * Items may have come that the sink didn't take. So the subscriber's stream is closed by awaiting its
   * close, before the outcome, which is `failure` if there is one, is told.
   */

  private final SubscriberStream<T> in;
  private final RawFuture<Void> sending;
  private @Nullable RawFuture<Void> closing;
  private @Nullable Throwable failure;

  Draining(SubscriberStream<T> in, AsyncSink<T> sink) {
    this.in = in;
    this.sending = RawFuture.own(sink.forward(in));
  }

  @Override
  public @Nullable Object pollRaw(Context cx) throws Exception {
    RawFuture<Void> now = closing;
    if (now == null) {
      try {
        if (sending.pollRaw(cx) == PENDING) {
          return PENDING;
        }
      } catch (Throwable thrown) {
        failure = thrown;
      }
      now = close();
    }
    try {
      if (now.pollRaw(cx) == PENDING) {
        return PENDING;
      }
    } catch (Throwable inClose) {
      failure = Trouble.add(failure, inClose);
    }
    if (failure != null) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
    return null;
  }

  private RawFuture<Void> close() {
    RawFuture<Void> made = RawFuture.own(in.closeAsync());
    closing = made;
    return made;
  }

  @Override
  public boolean cancel() {
    if (closing != null || !sending.cancel()) {
      return false;
    }
    failure = new Cancellation(this + " was cancelled.");
    return close().cancel();
  }

  @Override
  public boolean claim() {
    return sending.claim();
  }

  @Override
  public String toString() {
    return "subscriber of " + sending;
  }
}
