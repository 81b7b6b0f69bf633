package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import org.jspecify.annotations.Nullable;

/** All items of a stream on their way into a sink. */
final class ForwardFuture<T> extends Terminal<Void> {

  /*
   * Idea: an item is asked for only when the sink has room for it, so this future never holds one, and
   * cancelling it loses none.
   * State: `dirty`, the sink has items that weren't flushed; `ended`, the stream has. When the stream can't
   * be left at once it is polled until it answers. An item that still comes is sent.
   */

  private final AsyncStream<? extends T> stream;
  private final AsyncSink<T> sink;
  private final boolean close;
  private boolean dirty;
  private boolean ended;

  ForwardFuture(AsyncStream<? extends T> stream, AsyncSink<T> sink, boolean close) {
    super(stream);
    this.stream = stream;
    this.sink = sink;
    this.close = close;
  }

  @Override
  @SuppressWarnings("unchecked") // pollNext yields an item, null or PENDING
  @Nullable Object consume(Context cx) throws Exception {
    while (!ended) {
      if (!sink.pollReady(cx)) {
        return PENDING;
      }
      Object item = stream.pollNext(cx);
      if (item == PENDING) {
        dirty = dirty && !sink.pollFlush(cx);
        return PENDING;
      }
      if (item == null) {
        ended = true;
      } else {
        sink.startSend((T) item);
        dirty = true;
      }
      if (isCancelled()) {
        throw cancellation();
      }
      if (!ended && !PollContext.mayGoOn(cx)) {
        return PENDING;
      }
    }
    boolean done = close ? sink.pollClose(cx) : sink.pollFlush(cx);
    return done ? null : PENDING;
  }

  @Override
  boolean leave() {
    sink.cancelSend();
    return (ended && !Operator.runs(stream)) || super.leave();
  }
}
