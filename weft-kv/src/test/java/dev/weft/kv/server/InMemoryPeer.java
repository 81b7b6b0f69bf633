package dev.weft.kv.server;

import com.google.protobuf.MessageLite;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.io.AsyncRead;
import dev.weft.io.DuplexStream;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;

/** A client in memory; the connection at the other end is polled when the client waits for it. */
final class InMemoryPeer {

  private static final int MOST_POLLS = 100_000;

  final TestTask task;
  final Future<Void> connection;
  private final TestTask own;
  private final DuplexStream stream;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private boolean over;
  private boolean ended;
  private int polls;

  InMemoryPeer(DuplexStream stream, Future<Void> connection, TestServices services) {
    this.stream = stream;
    this.connection = connection;
    task = new TestTask(services);
    own = new TestTask(services);
    task.wake();
  }

  Connection served() {
    return (Connection) connection;
  }

  /** Polls the connection as long as it is woken; returns whether it is over. */
  boolean run() throws Exception {
    for (int i = 0; !over && task.takeWakes() > 0; i++) {
      if (i == MOST_POLLS) {
        throw new AssertionError(connection + " wakes itself for ever.");
      }
      polls++;
      over = task.poll(connection) instanceof Poll.Ready<Void>;
    }
    return over;
  }

  /** How often the connection was polled. */
  int polls() {
    return polls;
  }

  boolean isOver() {
    return over;
  }

  void send(MessageLite... messages) throws Exception {
    var bytes = new ByteArrayOutputStream();
    for (MessageLite message : messages) {
      bytes.writeBytes(RawConnection.frame(message));
    }
    send(bytes.toByteArray());
  }

  /** Sends as much as the connection takes; returns how much that was. */
  int send(byte[] bytes) throws Exception {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      int count;
      try {
        count = stream.pollWrite(rest, own);
      } catch (IOException gone) {
        break;
      }
      if (count < 0) {
        int before = task.wakes();
        run();
        if (before == 0) {
          break;
        }
      }
    }
    run();
    return rest.position();
  }

  /** Sends bytes and the end behind them, before the connection sees any of it. */
  void sendWithEnd(byte[] bytes) throws Exception {
    stream.pollWrite(ByteBuffer.wrap(bytes), own);
    end();
  }

  /** Takes what has arrived. */
  void receive() throws Exception {
    var chunk = ByteBuffer.allocate(8 << 10);
    while (!ended) {
      int count = stream.pollRead(chunk.clear(), own);
      if (count == AsyncRead.PENDING) {
        if (task.wakes() == 0 || over) {
          return;
        }
        run();
      } else {
        ended = count == AsyncRead.EOF;
        received.write(chunk.array(), 0, Math.max(0, count));
      }
    }
  }

  /** The next response that has arrived, or null. */
  CommandResponse responseOrNull() throws Exception {
    receive();
    ByteBuffer bytes = ByteBuffer.wrap(received.toByteArray());
    if (bytes.remaining() < 4 || bytes.remaining() - 4 < (bytes.getInt(0) & Integer.MAX_VALUE)) {
      return null;
    }
    int header = bytes.getInt();
    byte[] body = new byte[header & Integer.MAX_VALUE];
    bytes.get(body);
    received.reset();
    received.write(bytes.array(), bytes.position(), bytes.remaining());
    if (header < 0) {
      body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
    }
    return CommandResponse.parseFrom(body);
  }

  CommandResponse response() throws Exception {
    CommandResponse response = responseOrNull();
    if (response == null) {
      throw new AssertionError("No whole response has come from " + connection);
    }
    return response;
  }

  CommandResponse ask(MessageLite request) throws Exception {
    send(request);
    return response();
  }

  /** Whether the other side has ended, with nothing before its end that wasn't taken. */
  boolean sawEnd() throws Exception {
    receive();
    return ended && received.size() == 0;
  }

  /** Ends this side. */
  void end() throws Exception {
    stream.pollShutdown(own);
    run();
  }

  /** Goes away. */
  void close() throws Exception {
    own.ready(stream.closeAsync());
    run();
  }
}
