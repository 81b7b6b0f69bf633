package dev.weft.kv.yamux;

import dev.weft.Context;
import dev.weft.Poll;
import dev.weft.io.DuplexStream;
import dev.weft.io.Io;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** A session under test whose peer is written by hand, frame by frame, all on one thread. */
final class Peer {

  private static final HexFormat HEX = HexFormat.of();
  private static final int ROUNDS = 200;

  private final DuplexStream far;
  private final TestTask farTask = new TestTask();
  private final TestTask runTask = new TestTask();
  private final dev.weft.Future<Void> run;
  final TestTask task = new TestTask();
  final YamuxSession session;
  private boolean ended;

  private Peer(DuplexStream near, DuplexStream far, YamuxOptions options, boolean client) {
    this.far = far;
    session = client ? YamuxSession.client(near, options) : YamuxSession.server(near, options);
    run = session.run();
  }

  static Peer ofServer() {
    return ofServer(YamuxOptions.DEFAULT);
  }

  static Peer ofServer(YamuxOptions options) {
    return of(options, false, 1 << 20);
  }

  static Peer ofClient() {
    return of(YamuxOptions.DEFAULT, true, 1 << 20);
  }

  static Peer of(YamuxOptions options, boolean client, int capacity) {
    var ends = Io.duplex(capacity);
    return new Peer(ends.first(), ends.second(), options, client);
  }

  /** Runs the session as long as it is woken; throws what it fails with. */
  Peer turn() throws Exception {
    if (!ended) {
      int rounds = 0;
      do {
        runTask.takeWakes();
        if (runTask.poll(run).isReady()) {
          ended = true;
          return this;
        }
        if (++rounds > ROUNDS) {
          throw new AssertionError("the session never rests");
        }
      } while (runTask.wakes() > 0);
    }
    return this;
  }

  boolean hasEnded() {
    return ended;
  }

  void cancelRun() {
    if (run.cancel()) {
      throw new AssertionError("a run that has begun closes its connection");
    }
  }

  /** Sends bytes without running the session; blanks in the hex are left out. */
  Peer sends(String hex) throws IOException {
    return sends(HEX.parseHex(hex.replace(" ", "")));
  }

  Peer sends(byte[] bytes) throws IOException {
    var source = ByteBuffer.wrap(bytes);
    while (source.hasRemaining()) {
      if (far.pollWrite(source, farTask) < 0) {
        throw new AssertionError("the connection is full");
      }
    }
    return this;
  }

  static byte[] frame(int type, int flags, int stream, int length, byte[] body) {
    var frame = ByteBuffer.allocate(Wire.HEADER + body.length);
    Wire.header(frame, type, flags, stream, length);
    return frame.put(body).array();
  }

  static byte[] data(int flags, int stream, int length) {
    return frame(Wire.DATA, flags, stream, length, new byte[length]);
  }

  static byte[] update(int flags, int stream, int delta) {
    return frame(Wire.WINDOW_UPDATE, flags, stream, delta, new byte[0]);
  }

  /** What the session has sent since, in hex; "end" at the end of the connection. */
  String got() throws IOException {
    byte[] bytes = gotBytes();
    return bytes == null ? "end" : HEX.formatHex(bytes);
  }

  byte[] gotBytes() throws IOException {
    var target = ByteBuffer.allocate(4 << 20);
    while (true) {
      int count = far.pollRead(target, farTask);
      if (count == DuplexStream.EOF && target.position() == 0) {
        return null;
      }
      if (count < 0) {
        return java.util.Arrays.copyOf(target.array(), target.position());
      }
    }
  }

  void hangsUp() {
    far.close();
  }

  void ends(Context cx) {
    far.pollShutdown(cx);
  }

  /** The stream that the application gets next; fails if there is none. */
  YamuxStream accepts() throws Exception {
    return task.ready(session.accept());
  }

  boolean acceptsNothing() throws Exception {
    var accept = session.accept();
    boolean pending = task.poll(accept) instanceof Poll.Pending;
    accept.cancel();
    return pending;
  }

  YamuxStream opens() throws Exception {
    return task.ready(session.open());
  }

  /** What can be read now: text, "-" if nothing, "end". */
  String reads(YamuxStream stream) throws Exception {
    var target = ByteBuffer.allocate(1 << 20);
    int count = stream.pollRead(target, task);
    return switch (count) {
      case YamuxStream.EOF -> "end";
      case dev.weft.io.AsyncRead.PENDING -> "-";
      default -> new String(target.array(), 0, count, java.nio.charset.StandardCharsets.UTF_8);
    };
  }

  int readsAtMost(YamuxStream stream, int most) throws Exception {
    return stream.pollRead(ByteBuffer.allocate(most), task);
  }

  int writes(YamuxStream stream, int bytes) throws Exception {
    return stream.pollWrite(ByteBuffer.allocate(bytes), task);
  }

  int writes(YamuxStream stream, String text) throws Exception {
    return stream.pollWrite(
        ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)), task);
  }
}
