package dev.weft.bench.echo;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.bench.process.Control;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpOptions;
import dev.weft.net.TcpStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * The echo server on Weft: a task for each connection, as one would write it, with a direct buffer,
 * since the bytes of one in the heap are copied once more.
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
      weft.spawn(serve(listener)).detach();
      Control.say("ready", listener.localAddress().getPort());
      Control.serveUntilEnd();
    }
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
            ByteBuffer buffer = ByteBuffer.allocateDirect(EchoServers.BUFFER_BYTES);
            while (await(client.read(buffer.clear())) != TcpStream.EOF) {
              await(client.writeAll(buffer.flip()));
            }
          }
        });
  }
}
