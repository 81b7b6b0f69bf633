package dev.weft.io;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One flush or shutdown. */
final class FlushFuture extends LeafFuture<Void> {

  private final AsyncWrite target;
  private final boolean end;

  FlushFuture(AsyncWrite target, boolean end) {
    this.target = target;
    this.end = end;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws IOException {
    boolean done = end ? target.pollShutdown(cx) : target.pollFlush(cx);
    return done ? null : PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    target.cancelWrite();
    return true;
  }
}
