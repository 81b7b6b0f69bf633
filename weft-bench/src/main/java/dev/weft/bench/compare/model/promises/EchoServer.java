package dev.weft.bench.compare.model.promises;

import dev.weft.Weft;
import dev.weft.bench.compare.model.Echo;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import dev.weft.coroutine.Promise;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpOptions;
import dev.weft.net.TcpStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A promise for each read and each write, whose reaction begins the next one. */
final class EchoServer implements Echo {

  private final Weft weft;

  EchoServer(Host host) {
    weft = host.weft();
  }

  @Override
  public int listen() throws Exception {
    TcpListener listener =
        weft.blockOn(
            TcpListener.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                TcpOptions.defaults().noDelay(true).backlog(Work.BACKLOG)));
    accept(listener);
    return listener.localAddress().getPort();
  }

  private void accept(TcpListener listener) {
    Promise.from(weft, listener.accept())
        .then(
            client -> {
              read(client, ByteBuffer.allocateDirect(Work.BUFFER_BYTES));
              accept(listener);
              return client;
            });
  }

  private void read(TcpStream client, ByteBuffer buffer) {
    Promise.from(weft, client.read(buffer.clear()))
        .then(
            count -> {
              if (count == TcpStream.EOF) {
                return end(client);
              }
              write(client, buffer.flip());
              return count;
            })
        .catching(_ -> end(client));
  }

  private void write(TcpStream client, ByteBuffer buffer) {
    Promise.from(weft, client.writeAll(buffer))
        .then(
            _ -> {
              read(client, buffer);
              return 0;
            })
        .catching(_ -> end(client));
  }

  /** The client has left; nobody waits for more. */
  private int end(TcpStream client) {
    Promise.from(weft, client.closeAsync());
    return TcpStream.EOF;
  }
}
