package dev.weft.bench.echo;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.bench.process.Control;
import dev.weft.io.BufferPool;
import dev.weft.io.PooledBuffer;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpOptions;
import dev.weft.net.TcpStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The echo server on Weft: a task for each connection, as one would write it, with direct buffers,
 * since the bytes of one in the heap are copied once more, and from a pool, so that who waits holds
 * none.
 */
final class WeftEcho {

  private WeftEcho() {}

  /**
   * Serves until the input ends.
   *
   * @param args a {@link Weft.Driver}
   */
  public static void main(String[] args) throws Exception {
    Weft.Driver driver = Weft.Driver.valueOf(args[0]);
    try (Weft weft = Weft.builder().workers(EchoServers.WORKERS).driver(driver).build()) {
      Weft.Metrics metrics = weft.metrics();
      if (driver != Weft.Driver.AUTO && metrics.driver() != driver) {
        EchoServers.sayLacks(metrics.driverReason());
        return;
      }
      TcpListener listener =
          weft.blockOn(
              TcpListener.bind(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                  TcpOptions.defaults().noDelay(true).backlog(EchoServers.BACKLOG)));
      BufferPool buffers = BufferPool.direct(EchoServers.BUFFER_BYTES);
      weft.spawn(serve(listener, buffers)).detach();
      Control.say("ready", listener.localAddress().getPort());
      Control.serveUntilEnd();
    }
  }

  private static Future<Void> serve(TcpListener listener, BufferPool buffers) {
    return async(
        () -> {
          while (true) {
            spawn(echo(await(listener.accept()), buffers)).detach();
          }
        });
  }

  private static Future<Void> echo(TcpStream client, BufferPool buffers) {
    return async(
        () -> {
          try (client) {
            boolean ended = false;
            while (!ended) {
              try (PooledBuffer read = await(client.readPooled(buffers))) {
                ended = !read.bytes().hasRemaining();
                await(client.writeAll(read.bytes()));
              }
            }
          }
        });
  }
}
