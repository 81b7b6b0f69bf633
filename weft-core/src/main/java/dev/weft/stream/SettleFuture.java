package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** One flush or close of a sink. */
final class SettleFuture extends LeafFuture<Void> {

  private final AsyncSink<?> sink;
  private final boolean end;

  SettleFuture(AsyncSink<?> sink, boolean end) {
    this.sink = sink;
    this.end = end;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    boolean done = end ? sink.pollClose(cx) : sink.pollFlush(cx);
    return done ? null : PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    sink.cancelSend();
    return true;
  }
}
