package dev.weft.net;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.StreamSocket;
import dev.weft.spi.TaskContext;
import dev.weft.spi.UnixPacketSocket;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Makers of the futures that open Unix sockets. */
final class UnixOpening {

  private static final int BACKLOG = 1024;

  private UnixOpening() {}

  static Future<UnixListener> listener(String name) {
    return new Bind(name);
  }

  static Future<UnixStream> stream(String name) {
    return new Connect(name);
  }

  static Future<UnixDatagram> datagram(UnixAddress local, UnixAddress remote) {
    return new OpenDatagram(local, remote);
  }

  private static DriverProvider sockets(Context cx) {
    return TaskContext.services(cx).sockets();
  }

  private static final class Bind extends LeafFuture<UnixListener> {

    private final String name;

    Bind(String name) {
      this.name = name;
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      return new UnixListener(sockets(cx).listenUnix(name, BACKLOG, cx), name);
    }

    @Override
    public String toString() {
      return "UnixListener.bind(" + UnixNames.text(name) + ")";
    }
  }

  private static final class Connect extends LeafFuture<UnixStream> {

    private final String name;
    private @Nullable StreamSocket connecting;

    Connect(String name) {
      this.name = name;
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      StreamSocket socket = connecting;
      if (socket == null) {
        socket = sockets(cx).connectUnix(name);
        connecting = socket;
      }
      try {
        return socket.finishConnect(cx) ? new UnixStream(socket, name) : PENDING;
      } catch (Throwable failure) {
        socket.close();
        throw failure;
      }
    }

    @Override
    protected boolean cancelLeaf() {
      if (connecting != null) {
        connecting.close();
      }
      return true;
    }

    @Override
    public String toString() {
      return "UnixStream.connect(" + UnixNames.text(name) + ")";
    }
  }

  private static final class OpenDatagram extends LeafFuture<UnixDatagram> {

    private final UnixAddress local;
    private final UnixAddress remote;

    OpenDatagram(UnixAddress local, UnixAddress remote) {
      this.local = local;
      this.remote = remote;
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      UnixPacketSocket socket = sockets(cx).openUnixPackets(local.name(), remote.name(), cx);
      return new UnixDatagram(socket, local, remote);
    }

    @Override
    public String toString() {
      return remote.isUnnamed()
          ? "UnixDatagram.bind(" + local + ")"
          : "UnixDatagram.connect(" + remote + ")";
    }
  }
}
