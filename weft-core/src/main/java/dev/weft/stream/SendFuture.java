package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** One item on its way into a sink. */
final class SendFuture<T> extends LeafFuture<Void> {

  private final AsyncSink<T> sink;
  private final boolean flush;
  private @Nullable T item; // null once the sink has it

  SendFuture(AsyncSink<T> sink, T item, boolean flush) {
    this.sink = sink;
    this.item = item;
    this.flush = flush;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    T waiting = item;
    if (waiting != null) {
      if (!sink.pollReady(cx)) {
        return PENDING;
      }
      item = null;
      sink.startSend(waiting);
    }
    return !flush || sink.pollFlush(cx) ? null : PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    sink.cancelSend();
    return true;
  }
}
