package dev.weft.bench.kv;

import dev.weft.bench.process.Control;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** An echo without any runtime: one thread, one selector, one buffer for all connections. */
final class NioEchoServer {

  private static final int BYTES = 16 << 10;

  private NioEchoServer() {}

  /**
   * Serves until the input ends.
   *
   * @param args none
   */
  public static void main(String[] args) throws Exception {
    Selector selector = Selector.open();
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
    Thread.ofPlatform().daemon().name("nio-echo").start(() -> loop(selector, listener));
    Control.say("ready", listener.socket().getLocalPort());
    Control.serveUntilEnd();
  }

  private static void loop(Selector selector, ServerSocketChannel listener) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    try {
      while (true) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.isAcceptable()) {
            SocketChannel accepted = listener.accept();
            if (accepted == null) {
              continue; // the client has left already
            }
            accepted.configureBlocking(false);
            accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
            accepted.register(selector, SelectionKey.OP_READ);
          } else {
            echo((SocketChannel) key.channel(), buffer);
          }
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** The answers are small and read at once, so that they always fit into the socket's buffer. */
  private static void echo(SocketChannel channel, ByteBuffer buffer) throws IOException {
    buffer.clear();
    if (channel.read(buffer) < 0) {
      channel.close();
      return;
    }
    buffer.flip();
    channel.write(buffer);
    if (buffer.hasRemaining()) {
      throw new IOException(channel + " didn't take an echo of " + buffer.limit() + " bytes.");
    }
  }
}
