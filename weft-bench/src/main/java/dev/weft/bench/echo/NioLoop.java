package dev.weft.bench.echo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** One thread, one selector, one buffer for all its connections. */
final class NioLoop implements Runnable {

  /*
   * A connection has a buffer of its own, attached to its key, only while its client doesn't take what
   * was sent back; until then nothing more is read from it.
   */

  private final Selector selector = Selector.open();
  private final Queue<SocketChannel> added = new ConcurrentLinkedQueue<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(EchoServers.BUFFER_BYTES);

  NioLoop() throws IOException {}

  /** From any thread. */
  void add(SocketChannel client) {
    added.add(client);
    selector.wakeup();
  }

  @Override
  public void run() {
    try {
      while (true) {
        selector.select();
        register();
        for (SelectionKey key : selector.selectedKeys()) {
          serve(key);
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void register() throws ClosedChannelException {
    for (SocketChannel client = added.poll(); client != null; client = added.poll()) {
      client.register(selector, SelectionKey.OP_READ);
    }
  }

  private void serve(SelectionKey key) throws IOException {
    try {
      echo((SocketChannel) key.channel(), key, (ByteBuffer) key.attachment());
    } catch (IOException gone) {
      key.channel().close();
    }
  }

  private void echo(SocketChannel client, SelectionKey key, @Nullable ByteBuffer rest)
      throws IOException {
    if (rest != null) {
      client.write(rest);
      if (!rest.hasRemaining()) {
        key.attach(null);
        key.interestOps(SelectionKey.OP_READ);
      }
      return;
    }
    if (client.read(buffer.clear()) < 0) {
      client.close();
      return;
    }
    client.write(buffer.flip());
    if (buffer.hasRemaining()) {
      key.attach(ByteBuffer.allocateDirect(buffer.remaining()).put(buffer).flip());
      key.interestOps(SelectionKey.OP_WRITE);
    }
  }
}
