package dev.weft.kv.yamux;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One ping and its answer. */
final class PingFuture extends LeafFuture<Void> {

  /*
   * State: `sent` belongs to the owner. The rest is guarded by the lock of the session, which finds this
   * ping by its number and sets `answered`.
   */

  private final SessionState state;
  private boolean sent;
  int number;
  boolean answered;
  @Nullable Waker waker;

  PingFuture(SessionState state) {
    this.state = state;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws IOException {
    if (!sent) {
      state.ping(this);
      sent = true;
    }
    return state.isAnswered(this, cx.waker()) ? null : PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    if (sent) {
      state.forget(this);
    }
    return true;
  }
}
