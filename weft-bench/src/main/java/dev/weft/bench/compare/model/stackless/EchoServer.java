package dev.weft.bench.compare.model.stackless;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.bench.compare.model.Echo;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpOptions;
import dev.weft.net.TcpStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A task for each connection. */
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
    weft.spawn(serve(listener)).detach();
    return listener.localAddress().getPort();
  }

  private static Future<Void> serve(TcpListener listener) {
    return async(
        () -> {
          while (true) {
            spawn(echo(await(listener.accept()))).detach();
          }
        });
  }

  private static Future<Void> echo(TcpStream client) {
    return async(
        () -> {
          try (client) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(Work.BUFFER_BYTES);
            while (await(client.read(buffer.clear())) != TcpStream.EOF) {
              await(client.writeAll(buffer.flip()));
            }
          } catch (IOException gone) {
            // The client has left; nobody waits for more.
          }
        });
  }
}
