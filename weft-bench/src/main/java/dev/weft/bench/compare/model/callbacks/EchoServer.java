package dev.weft.bench.compare.model.callbacks;

import dev.weft.bench.compare.model.Echo;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.function.IntConsumer;

/** The JDK's asynchronous channels: epoll, a pool, and completion handlers. */
final class EchoServer implements Echo {

  private final Host host;

  EchoServer(Host host) {
    this.host = host;
  }

  @Override
  public int listen() throws IOException {
    AsynchronousChannelGroup group = AsynchronousChannelGroup.withThreadPool(host.pool());
    host.closing(group::shutdownNow);
    AsynchronousServerSocketChannel listener = AsynchronousServerSocketChannel.open(group);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Work.BACKLOG);
    accept(listener);
    return ((InetSocketAddress) listener.getLocalAddress()).getPort();
  }

  private static void accept(AsynchronousServerSocketChannel listener) {
    listener.accept(
        null,
        new CompletionHandler<AsynchronousSocketChannel, Void>() {
          @Override
          public void completed(AsynchronousSocketChannel client, Void none) {
            accept(listener);
            new Connection(client).start();
          }

          @Override
          public void failed(Throwable closed, Void none) {
            // Nobody is served any more.
          }
        });
  }

  /** Of one client. */
  private static final class Connection {
    private final AsynchronousSocketChannel client;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(Work.BUFFER_BYTES);

    Connection(AsynchronousSocketChannel client) {
      this.client = client;
    }

    void start() {
      try {
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        read();
      } catch (IOException gone) {
        close();
      }
    }

    private void read() {
      client.read(buffer.clear(), null, then(count -> write(count)));
    }

    private void write(int count) {
      if (count < 0) {
        close();
        return;
      }
      buffer.flip();
      writeRest();
    }

    private void writeRest() {
      client.write(
          buffer,
          null,
          then(
              _ -> {
                if (buffer.hasRemaining()) {
                  writeRest();
                } else {
                  read();
                }
              }));
    }

    private CompletionHandler<Integer, Void> then(IntConsumer next) {
      return new CompletionHandler<>() {
        @Override
        public void completed(Integer count, Void none) {
          next.accept(count);
        }

        @Override
        public void failed(Throwable gone, Void none) {
          close();
        }
      };
    }

    private void close() {
      try {
        client.close();
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }
  }
}
