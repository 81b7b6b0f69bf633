package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;

/** Takes connections until the listener is closed and echoes on each in a task of its own. */
final class EchoServer extends LeafFuture<Integer> {

  private final TcpListener listener;
  private int taken;

  EchoServer(TcpListener listener) {
    this.listener = listener;
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    while (true) {
      Object next = listener.pollNext(cx);
      if (next == PENDING) {
        return PENDING;
      }
      if (next == null) {
        return taken;
      }
      taken++;
      cx.runtime().spawn(new Echo((TcpStream) next, 64)).detach();
    }
  }
}
