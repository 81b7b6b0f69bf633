package dev.weft.kv.yamux;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The next stream that the peer opens. */
final class AcceptFuture extends LeafFuture<@Nullable YamuxStream> {

  private final SessionState state;

  AcceptFuture(SessionState state) {
    this.state = state;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws IOException {
    return state.accept(cx.waker());
  }

  @Override
  protected boolean cancelLeaf() {
    state.forgetAcceptor();
    return true;
  }
}
