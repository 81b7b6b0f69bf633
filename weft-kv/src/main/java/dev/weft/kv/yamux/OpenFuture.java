package dev.weft.kv.yamux;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;

/** A new stream; it is there at the first poll. */
final class OpenFuture extends LeafFuture<YamuxStream> {

  private final SessionState state;

  OpenFuture(SessionState state) {
    this.state = state;
  }

  @Override
  protected Object pollLeaf(Context cx) throws IOException {
    return state.open();
  }
}
