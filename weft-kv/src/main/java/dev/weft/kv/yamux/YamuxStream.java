package dev.weft.kv.yamux;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a {@link YamuxSession}: bytes in both directions, each of which ends by itself.
 *
 * <p>Written bytes are sent by the session as soon as the peer's window and the connection allow,
 * so {@link #flush} has nothing to do; a stream holds at most 16 KiB that aren't on their way, then
 * its writer waits. {@link #shutdown} ends what this side sends, behind what was written; reading
 * goes on. {@link #close} ends both: what was written is still sent, what wasn't read is gone, and
 * if the peer sends more it is told to stop by a reset. {@link #reset} cuts both off at once. Close
 * each stream: until then it counts against the session's limit.
 *
 * <p>After a reset by the peer reads and writes fail with {@link StreamResetException}, except that
 * what it sent before it ended its side can still be read. When the session ends, what has arrived
 * can be read, then reads fail with {@link YamuxException}, and so do writes.
 *
 * <p><em>Cancellation:</em> safe; bytes are either with the caller or in the stream. Closing never
 * waits.
 *
 * <p><em>Threads:</em> one reader and one writer at a time, which may be different tasks. {@link
 * #close} and {@link #reset} may come from anywhere; who waits for the stream then fails.
 */
public final class YamuxStream implements AsyncRead, AsyncWrite, AsyncCloseable {

  /*
   * A stream's sides, as bits:
   *
   *   sending     open ──end()──> END_DUE ──all sent──> END_SENT
   *   receiving   open ──FIN──> END_SEEN
   *   both        ──reset() or RST──> RESET (RESET_DUE until the peer is told, if it was this side)
   *   application open ──close()──> CLOSED
   *
   * What follows from them for the session, StreamTable tells. This class holds them and offers the
   * stream: ApplicationSide, PeerSide and SendQueue move them, in the monitor of the session, which guards
   * everything below. An idle stream holds no buffer: `in` and `out` are there only while there is
   * something in them.
   */

  /** The peer hasn't been told of this stream, which this side has opened. */
  static final int SYN_DUE = 1;

  /** The peer hasn't been told that the application has accepted its stream. */
  static final int ACK_DUE = 2;

  /** In the queue of those that have something to send. */
  static final int QUEUED = 4;

  /** This side has ended what it sends; the peer is told when all before it is sent. */
  static final int END_DUE = 8;

  static final int END_SENT = 16;

  /** The peer has ended what it sends. */
  static final int END_SEEN = 32;

  /** Cut off, by either side. */
  static final int RESET = 64;

  static final int RESET_BY_PEER = 128;

  /** Cut off by this side, and the peer hasn't been told. */
  static final int RESET_DUE = 256;

  /** The application is done with it. */
  static final int CLOSED = 512;

  /** Counts against the limit of streams. */
  static final int HAS_PLACE = 1024;

  /** This side has nothing more to do for it; a session that drains doesn't wait for it. */
  static final int SETTLED = 2048;

  private final ApplicationSide side;
  final int id;
  int bits;
  @Nullable ByteRing in;
  @Nullable ByteRing out;

  /** How much the peer takes. */
  long sendWindow;

  /** How much the peer may still send. */
  int receiveWindow;

  /** How much was read and isn't granted to the peer again. */
  int ungranted;

  @Nullable Waker reader;
  @Nullable Waker writer;

  YamuxStream(ApplicationSide side, int id, int bits) {
    this.side = side;
    this.id = id;
    this.bits = bits | HAS_PLACE;
    this.sendWindow = YamuxOptions.MIN_WINDOW;
    this.receiveWindow = YamuxOptions.MIN_WINDOW;
  }

  boolean has(int bit) {
    return (bits & bit) != 0;
  }

  /** A peer that can't send can't learn by sending that nobody reads any more. */
  boolean isBlockedByUs() {
    return receiveWindow == 0 && !has(END_SEEN | RESET);
  }

  /**
   * The stream's number: odd if the session's client has opened it, even if the server has.
   *
   * @return from 1 to 2<sup>32</sup> − 1
   */
  public long id() {
    return Integer.toUnsignedLong(id);
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    return side.read(this, target, cx.waker());
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    return side.write(this, source, cx.waker());
  }

  /** {@inheritDoc} Here there is nothing to flush: the session sends what was written. */
  @Override
  public boolean pollFlush(Context cx) {
    return true;
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    side.end(this);
    return true;
  }

  @Override
  public void cancelRead() {
    side.forgetReader(this);
  }

  @Override
  public void cancelWrite() {
    side.forgetWriter(this);
  }

  /** Cuts off both directions at once; what was written and not yet sent is gone. */
  public void reset() {
    side.reset(this);
  }

  /** Closes both directions; never waits. */
  @Override
  public void close() {
    side.close(this);
  }

  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(this::close);
  }

  @Override
  public String toString() {
    return "stream " + Wire.name(id);
  }
}
