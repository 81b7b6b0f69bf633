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

  private final ByteBuffer request;
  private final ByteBuffer answer;
  private final ByteBuffer received; // of whichever connection is read
  private final Latencies latencies = new Latencies();
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
    this.request = ByteBuffer.allocateDirect(request.length).put(request).flip();
    this.answer = ByteBuffer.allocateDirect(answer.length).put(answer).flip();
    this.received = ByteBuffer.allocateDirect(answer.length);
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
    return measure(length).requests();
  }

  /**
   * Puts load on the server as {@link #run} does and takes times.
   *
   * @param length how long
   * @return what came of it
   * @throws IOException if a connection breaks or an answer is wrong
   */
  public Load measure(Duration length) throws IOException {
    latencies.clear();
    long start = System.nanoTime();
    long until = start + length.toNanos();
    long answered = run(now -> now - until < 0);
    return new Load(answered, System.nanoTime() - start, latencies);
  }

  /**
   * Sends so many requests over each connection.
   *
   * @param rounds how many
   * @throws IOException if a connection breaks or an answer is wrong
   */
  public void rounds(int rounds) throws IOException {
    for (int i = 0; i < rounds; i++) {
      run(_ -> false);
    }
  }

  /** The condition is looked at after each answer. */
  private long run(More more) throws IOException {
    for (Client client : clients) {
      client.send(System.nanoTime());
    }
    long answered = 0;
    int waiting = clients.size();
    while (waiting > 0) {
      selector.select();
      for (SelectionKey key : selector.selectedKeys()) {
        var client = (Client) key.attachment();
        if (key.isWritable()) {
          client.write();
        }
        if (key.isReadable() && client.receive()) {
          answered++;
          long now = System.nanoTime();
          latencies.record(now - client.sentAt);
          if (more.wanted(now)) {
            client.send(now);
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
    boolean wanted(long now);
  }

  private final class Client {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer out = request.duplicate();
    private long sentAt;
    private int due;
    private boolean checked;

    Client(InetSocketAddress address) throws IOException {
      channel = SocketChannel.open();
      try {
        channel.socket().connect(address, CONNECT_MILLIS);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
      } catch (IOException failure) {
        channel.close();
        throw failure;
      }
    }

    void send(long now) throws IOException {
      sentAt = now;
      due = answer.limit();
      out.clear();
      write();
    }

    /** A request nearly always fits into the socket's buffer as a whole. */
    void write() throws IOException {
      channel.write(out);
      int interest =
          out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
      if (key.interestOps() != interest) {
        key.interestOps(interest);
      }
    }

    /** Whether the answer is whole. */
    boolean receive() throws IOException {
      int count = channel.read(received.clear().limit(Math.max(due, 1)));
      if (count < 0) {
        throw new EOFException(channel + " was closed by the server.");
      }
      if (count > due) {
        throw new IOException(channel + " gave more than the answer that was due.");
      }
      if (!checked) { // the first one: a check of each would cost the client as much as the rest
        ByteBuffer wanted = answer.duplicate().position(answer.limit() - due);
        if (!received.flip().equals(wanted.limit(wanted.position() + count))) {
          throw new IOException(channel + " gave another answer than was due.");
        }
      }
      due -= count;
      checked = checked || due == 0;
      return count > 0 && due == 0;
    }
  }
}
