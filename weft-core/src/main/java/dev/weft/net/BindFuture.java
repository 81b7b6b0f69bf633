package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.TaskContext;
import java.net.InetSocketAddress;
import java.util.List;

/** One attempt to listen. */
final class BindFuture extends LeafFuture<TcpListener> {

  private final InetSocketAddress local;
  private final TcpOptions options;
  private final HostLookup lookup;

  BindFuture(InetSocketAddress local, TcpOptions options) {
    this.local = local;
    this.options = options;
    this.lookup = new HostLookup(local);
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    List<InetSocketAddress> found = lookup.poll(cx);
    if (found == null) {
      return PENDING;
    }
    var sockets = TaskContext.services(cx).sockets();
    var socket = sockets.listen(found.getFirst(), options.backlog(), options.ofListener(), cx);
    return new TcpListener(socket, options);
  }

  @Override
  protected boolean cancelLeaf() {
    lookup.cancel();
    return true;
  }

  @Override
  public String toString() {
    return "TcpListener.bind(" + local + ")";
  }
}
