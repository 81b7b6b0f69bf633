package dev.weft.interop;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.SubscriberStream;
import org.jspecify.annotations.Nullable;

/** Sends what a subscriber gets into a sink; whatever ends it, the subscription ends as well. */
final class Draining<T> extends RawFuture<Void> {

  private final SubscriberStream<T> in;
  private final RawFuture<Void> sending;

  Draining(SubscriberStream<T> in, AsyncSink<T> sink) {
    this.in = in;
    this.sending = RawFuture.own(sink.forward(in));
  }

  @Override
  public @Nullable Object pollRaw(Context cx) throws Exception {
    boolean pending = false;
    try {
      Object answer = sending.pollRaw(cx);
      pending = answer == PENDING;
      return answer;
    } finally {
      if (!pending) {
        quit();
      }
    }
  }

  @Override
  public boolean cancel() {
    if (!sending.cancel()) {
      return false;
    }
    quit();
    return true;
  }

  private void quit() {
    boolean _ = in.closeAsync().cancel(); // a close takes effect also so
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
