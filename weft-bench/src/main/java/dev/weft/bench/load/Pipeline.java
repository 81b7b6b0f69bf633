package dev.weft.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Sends a given number of requests, each once, over several connections with many on their way at
 * once, and checks every answer.
 *
 * <p><em>Threads:</em> one.
 */
public final class Pipeline {

  private static final int BUFFER_BYTES = 64 << 10;

  private final InetSocketAddress address;
  private final int connections;
  private final int depth;
  private final IntFunction<byte[]> request;
  private final byte[] answer;
  private int next;
  private int total;
  private int answered;

  /**
   * Describes the load.
   *
   * @param address where the server is
   * @param connections how many
   * @param depth requests on their way on each connection at most
   * @param request gives the n-th request
   * @param answer what has to come back for each
   */
  public Pipeline(
      InetSocketAddress address,
      int connections,
      int depth,
      IntFunction<byte[]> request,
      byte[] answer) {
    this.address = address;
    this.connections = connections;
    this.depth = depth;
    this.request = request;
    this.answer = answer.clone();
  }

  /**
   * Sends the requests and waits for all answers.
   *
   * @param requests how many
   * @throws IOException if a connection breaks or an answer is wrong
   */
  public void run(int requests) throws IOException {
    next = 0;
    answered = 0;
    total = requests;
    try (Selector selector = Selector.open()) {
      try {
        for (int i = 0; i < connections; i++) {
          new Client(selector).go();
        }
        while (answered < total) {
          selector.select();
          for (SelectionKey key : selector.selectedKeys()) {
            ((Client) key.attachment()).go();
          }
          selector.selectedKeys().clear();
        }
      } finally {
        for (SelectionKey key : selector.keys()) {
          key.channel().close();
        }
      }
    }
  }

  private final class Client {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final byte[] one = new byte[answer.length];
    private int onTheWay;

    Client(Selector selector) throws IOException {
      channel = SocketChannel.open(address);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    void go() throws IOException {
      receive();
      while (onTheWay < depth && next < total) {
        byte[] bytes = request.apply(next);
        if (out.remaining() < bytes.length) {
          break;
        }
        out.put(bytes);
        next++;
        onTheWay++;
      }
      out.flip();
      channel.write(out);
      key.interestOps(
          out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
      out.compact();
    }

    private void receive() throws IOException {
      if (channel.read(in) < 0) {
        throw new EOFException(channel + " was closed by the server.");
      }
      in.flip();
      while (in.remaining() >= one.length) {
        in.get(one);
        if (!Arrays.equals(one, answer)) {
          throw new IOException(channel + " gave another answer than was due.");
        }
        onTheWay--;
        answered++;
      }
      in.compact();
    }
  }
}
