package dev.weft.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections that each send one request, wait for its whole answer and send the next one.
 *
 * <p><em>Threads:</em> one.
 */
public final class ClosedLoop implements AutoCloseable {

  private static final int CONNECT_MILLIS = 10_000;

  private final byte[] request;
  private final byte[] answer;
  private final Selector selector;
  private final List<Client> clients = new ArrayList<>();

  /**
   * Connects.
   *
   * @param address where the server is
   * @param connections how many
   * @param request what is sent
   * @param answer what has to come back
   * @throws IOException if a connection fails
   */
  public ClosedLoop(InetSocketAddress address, int connections, byte[] request, byte[] answer)
      throws IOException {
    this.request = request.clone();
    this.answer = answer.clone();
    selector = Selector.open();
    try {
      for (int i = 0; i < connections; i++) {
        clients.add(new Client(address));
      }
    } catch (IOException failure) {
      close();
      throw failure;
    }
  }

  /**
   * Puts load on the server for some time; each connection then ends its last request.
   *
   * @param length how long
   * @return how many requests were answered
   * @throws IOException if a connection breaks or an answer is wrong
   */
  public long run(Duration length) throws IOException {
    long until = System.nanoTime() + length.toNanos();
    return run(() -> System.nanoTime() - until < 0);
  }

  /**
   * Sends so many requests over each connection.
   *
   * @param rounds how many
   * @throws IOException if a connection breaks or an answer is wrong
   */
  public void rounds(int rounds) throws IOException {
    for (int i = 0; i < rounds; i++) {
      run(() -> false);
    }
  }

  /** The condition is looked at after each answer. */
  private long run(More more) throws IOException {
    for (Client client : clients) {
      client.send();
    }
    long answered = 0;
    int waiting = clients.size();
    while (waiting > 0) {
      selector.select();
      for (SelectionKey key : selector.selectedKeys()) {
        var client = (Client) key.attachment();
        if (client.receive()) {
          answered++;
          if (more.wanted()) {
            client.send();
          } else {
            waiting--;
          }
        }
      }
      selector.selectedKeys().clear();
    }
    return answered;
  }

  @Override
  public void close() throws IOException {
    for (Client client : clients) {
      client.channel.close();
    }
    selector.close();
  }

  @FunctionalInterface
  private interface More {
    boolean wanted();
  }

  private final class Client {
    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(request.length).put(request);
    private final ByteBuffer in = ByteBuffer.allocateDirect(answer.length);
    private boolean checked;

    Client(InetSocketAddress address) throws IOException {
      channel = SocketChannel.open();
      channel.socket().connect(address, CONNECT_MILLIS);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** One request at a time always fits into the socket's buffer. */
    void send() throws IOException {
      out.flip();
      in.clear();
      if (channel.write(out) != request.length) {
        throw new IOException(channel + " took only " + out.position() + " bytes of a request.");
      }
    }

    /** Whether the answer is whole. */
    boolean receive() throws IOException {
      if (channel.read(in) < 0) {
        throw new EOFException(channel + " was closed by the server.");
      }
      if (in.hasRemaining()) {
        return false;
      }
      if (!checked) { // the first one: a check of each would cost the client as much as the rest
        checked = true;
        if (!in.flip().equals(ByteBuffer.wrap(answer))) {
          throw new IOException(channel + " gave another answer than was due.");
        }
      }
      return true;
    }
  }
}
