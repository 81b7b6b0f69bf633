package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.StreamSocket;
import dev.weft.spi.TaskContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One attempt to connect: looks the host up and tries its addresses one after another. */
final class ConnectFuture extends LeafFuture<TcpStream> {

  private final InetSocketAddress remote;
  private final TcpOptions options;
  private final HostLookup lookup;
  private @Nullable Iterator<InetSocketAddress> addresses;
  private @Nullable StreamSocket connecting;
  private @Nullable IOException failure;

  ConnectFuture(InetSocketAddress remote, TcpOptions options) {
    this.remote = remote;
    this.options = options;
    this.lookup = new HostLookup(remote);
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    if (addresses == null) {
      List<InetSocketAddress> found = lookup.poll(cx);
      if (found == null) {
        return PENDING;
      }
      addresses = found.iterator();
    }
    while (connecting != null || addresses.hasNext()) {
      try {
        return connect(addresses, cx);
      } catch (IOException failed) {
        giveUp();
        note(failed);
      }
    }
    throw failure == null ? new IOException(remote + " has no address.") : failure;
  }

  private Object connect(Iterator<InetSocketAddress> addresses, Context cx) throws IOException {
    StreamSocket socket = connecting;
    if (socket == null) {
      socket = TaskContext.services(cx).sockets().connect(addresses.next(), options.ofConnection());
      connecting = socket;
    }
    if (!socket.finishConnect(cx)) {
      return PENDING;
    }
    var stream = new TcpStream(socket);
    connecting = null;
    return stream;
  }

  private void note(IOException failed) {
    if (failure == null) {
      failure = failed;
    } else {
      failure.addSuppressed(failed);
    }
  }

  private void giveUp() {
    StreamSocket socket = connecting;
    connecting = null;
    if (socket != null) {
      socket.close();
    }
  }

  @Override
  protected boolean cancelLeaf() {
    lookup.cancel();
    giveUp();
    return true;
  }

  @Override
  public String toString() {
    return "TcpStream.connect(" + remote + ")";
  }
}
