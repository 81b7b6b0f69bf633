package dev.weft.bench.kv;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Context;
import dev.weft.Weft;
import dev.weft.bench.process.Control;
import dev.weft.codegen.LeafFuture;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpOptions;
import dev.weft.net.TcpStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The least that a server on Weft can do: what arrives goes back. A hand-written future for each
 * connection, so that nothing but the runtime and the system is measured.
 */
final class EchoServer {

  private EchoServer() {}

  /**
   * Serves until the input ends.
   *
   * @param args none
   */
  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.create()) {
      TcpListener listener =
          weft.blockOn(
              TcpListener.bind(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                  TcpOptions.defaults().noDelay(true)));
      weft.spawn(
              async(
                  () -> {
                    while (true) {
                      spawn(new Echo(await(listener.accept()))).detach();
                    }
                  }))
          .detach();
      Control.say("ready", listener.localAddress().getPort());
      Control.serveUntilEnd();
    }
  }

  private static final class Echo extends LeafFuture<Void> {
    private static final int BYTES = 16 << 10;

    private final TcpStream stream;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES).limit(0);

    Echo(TcpStream stream) {
      this.stream = stream;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws Exception {
      while (true) {
        if (!buffer.hasRemaining()) {
          buffer.clear();
          int count = stream.pollRead(buffer, cx);
          buffer.flip();
          if (count == TcpStream.EOF) {
            stream.closeAsync().poll(cx); // never waits
            return null;
          }
        }
        if (!buffer.hasRemaining() || stream.pollWrite(buffer, cx) < 0) {
          return PENDING;
        }
      }
    }
  }
}
