package dev.weft.net.tls;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.PollContext;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.SocketClosedException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What goes on in a connection after its handshake: who reads, who writes, and how it ends. */
final class Traffic {

  /*
   * Idea: the reader and the writer are independent, except that TLS sometimes answers what is read by
   * something to be written (new keys, alerts), and that a record once encrypted has to be sent whoever
   * wrote it. So there is a duty, to send what `output` has, and a rule for who has it:
   *
   *   A writer that waits (`writer`) has the duty: it is registered with the transport and goes on when
   *   that has room. Otherwise a reader that waits (`reader`) has it. If nobody waits, the next operation
   *   takes it up.
   *
   * Thus the transport's write direction has one party at a time, as it demands, and no waker is replaced
   * that is still needed. Where the duty passes to a reader that waits already, it is woken and registers
   * by polling: a write that is accepted leaves part of its record behind, or a waiting writer is
   * cancelled. The other way nothing needs to be done: a writer that comes sends before anything else.
   * A reader that has run into Input.MOST_UNANSWERED waits for the output itself; who empties that wakes
   * it. A failure to send that hits a reader is kept for the writer in `broken`: what the peer sent before
   * it went away is still to be read.
   *
   * Ordering: everything is guarded by the monitor of `engine`, taken for one poll, in which the transport
   * is asked without waiting. The engine has a lock of its own around each call, so that the two
   * directions couldn't encrypt and decrypt at the same time without this one either. Wakers are called
   * under the monitor; they never run anything inline, and nobody holds a waker's locks while he waits
   * for this one.
   *
   * `failure` is the first error of TLS itself; from then on all fails. `unsent` tells that
   * the output has more than alerts and the like, whose loss is none. `shut` is the end of what is sent. `closing` refuses all operations while the last bytes are sent, `closed` is the end.
   */

  private final SSLEngine engine;
  private final Transport transport;
  private final Input input;
  private final Output output;
  private @Nullable Waker reader;
  private @Nullable Waker writer;
  private @Nullable IOException failure;
  private @Nullable IOException broken;
  private boolean unsent;
  private boolean shut;
  private boolean closing;
  private boolean closed;

  Traffic(SSLEngine engine, Transport transport, Input input, Output output) {
    this.engine = engine;
    this.transport = transport;
    this.input = input;
    this.output = output;
  }

  int pollRead(ByteBuffer target, Context cx) throws IOException {
    synchronized (engine) {
      reader = null;
      requireOpen();
      if (!target.hasRemaining()) {
        return 0;
      }
      int count = read(target, cx);
      if (count == AsyncRead.PENDING) {
        reader = cx.waker();
      }
      return count;
    }
  }

  /** Yes as well if there is something that only a read can get on with. */
  boolean pollReadable(Context cx) throws IOException {
    synchronized (engine) {
      reader = null;
      boolean busy = !input.isEmpty() || !output.isEmpty() || input.isEnded() || failure != null;
      if (busy || closed || input.isReadable(cx)) {
        return true;
      }
      reader = cx.waker();
      return false;
    }
  }

  private int read(ByteBuffer target, Context cx) throws IOException {
    int start = target.position();
    boolean again = false;
    while (true) {
      open(target);
      if (target.position() > start) {
        return target.position() - start;
      }
      boolean sent = help(cx);
      if (failure != null) {
        throw again(failure);
      }
      if (input.isEnded()) {
        return AsyncRead.EOF;
      }
      if (input.isHeldUp()) {
        if (!sent) {
          return AsyncRead.PENDING;
        }
        continue;
      }
      if (again && !PollContext.mayGoOn(cx)) {
        return AsyncRead.PENDING;
      }
      int received = input.fill(cx);
      if (received == AsyncRead.PENDING) {
        return AsyncRead.PENDING;
      }
      if (received == AsyncRead.EOF) {
        failure = truncated();
      }
      again = true;
    }
  }

  private void open(ByteBuffer target) {
    if (failure == null) {
      try {
        input.open(target);
      } catch (SSLException bad) {
        fail(bad);
      }
    }
  }

  private EOFException truncated() {
    return new EOFException(
        transport
            + ": the peer's connection ended without the end of TLS (close_notify);"
            + " what was read may be cut off.");
  }

  /** A reader sends what nobody else is about to send; returns whether nothing is left of it. */
  private boolean help(Context cx) {
    if (!output.isEmpty()) {
      if (writer != null) {
        return false;
      }
      try {
        return push(cx);
      } catch (IOException notSent) {
        broken = notSent;
        output.drop();
      }
    }
    input.answered();
    return true;
  }

  /** Sends what there is; returns false if pending. */
  private boolean push(Context cx) throws IOException {
    if (!output.push(cx)) {
      return false;
    }
    if (input.isHeldUp()) {
      wake(reader);
    }
    input.answered();
    unsent = false;
    return true;
  }

  /** Notes that TLS itself has failed, and tells the peer if it takes that at once. */
  private void fail(SSLException bad) {
    failure = new SSLException(transport + ": " + bad.getMessage() + ".", bad);
    engine.closeOutbound();
    output.ask();
    wake(writer);
  }

  long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx) throws IOException {
    synchronized (engine) {
      writer = null;
      requireWritable();
      if (isEmpty(sources, offset, length)) {
        return 0;
      }
      while (push(cx)) {
        SSLEngineResult result = seal(sources, offset, length);
        if (result.bytesConsumed() > 0) {
          unsent = true;
          if (!push(cx)) {
            wake(reader);
          }
          return result.bytesConsumed();
        }
        if (result.getStatus() == SSLEngineResult.Status.CLOSED || result.bytesProduced() == 0) {
          throw new IOException(
              transport + ": nothing can be sent any more: the peer has ended the TLS connection.");
        }
      }
      writer = cx.waker();
      return AsyncWrite.PENDING;
    }
  }

  private static boolean isEmpty(ByteBuffer[] sources, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (sources[i].hasRemaining()) {
        return false;
      }
    }
    return true;
  }

  private SSLEngineResult seal(ByteBuffer[] sources, int offset, int length) throws IOException {
    try {
      return output.seal(sources, offset, length);
    } catch (SSLException bad) {
      fail(bad);
      throw again(Objects.requireNonNull(failure));
    }
  }

  boolean pollFlush(Context cx) throws IOException {
    synchronized (engine) {
      writer = null;
      requireUnbroken();
      return waits(push(cx) && transport.target().pollFlush(cx), cx);
    }
  }

  boolean pollShutdown(Context cx) throws IOException {
    synchronized (engine) {
      writer = null;
      requireUnbroken();
      return waits(sayEnd(cx) && transport.target().pollShutdown(cx), cx);
    }
  }

  private boolean waits(boolean done, Context cx) {
    writer = done ? null : cx.waker();
    return done;
  }

  private boolean sayEnd(Context cx) throws IOException {
    if (!push(cx)) {
      return false;
    }
    if (!shut) {
      shut = true;
      engine.closeOutbound();
      output.ask();
    }
    return push(cx) && transport.target().pollFlush(cx);
  }

  void cancelRead() {
    synchronized (engine) {
      reader = null;
      transport.source().cancelRead();
      if (writer == null) {
        transport.target().cancelWrite();
      }
    }
  }

  void cancelWrite() {
    synchronized (engine) {
      writer = null;
      transport.target().cancelWrite();
      if (!output.isEmpty()) {
        wake(reader);
      }
    }
  }

  /** The first half of closing; returns false if pending. */
  boolean pollLastBytes(Context cx) throws IOException {
    synchronized (engine) {
      if (!closing) {
        closing = true;
        wake(writer);
      }
      writer = null;
      if (closed || failure != null) {
        return true;
      }
      try {
        if (broken != null) {
          throw again(broken);
        }
        return waits(sayEnd(cx), cx);
      } catch (IOException peerIsGone) {
        if (unsent) {
          throw peerIsGone;
        }
        return true; // A peer that went away needs no good-bye.
      }
    }
  }

  /** Whether something that was written hasn't left. */
  boolean hasUnsent() {
    synchronized (engine) {
      return unsent;
    }
  }

  /** The second half of closing. */
  Future<Void> release() {
    synchronized (engine) {
      closing = true;
      closed = true;
      input.drop();
      output.drop();
      wake(reader);
      wake(writer);
      return transport.resource().closeAsync();
    }
  }

  /** Whether it holds no buffer. */
  boolean isIdle() {
    synchronized (engine) {
      return input.isEmpty() && output.isEmpty();
    }
  }

  private void requireOpen() throws SocketClosedException {
    if (closing) {
      throw new SocketClosedException(transport + ": the TLS stream is closed at this end.");
    }
  }

  private void requireUnbroken() throws IOException {
    requireOpen();
    if (failure != null && !(failure instanceof EOFException)) {
      throw again(failure);
    }
    if (broken != null) {
      throw again(broken);
    }
  }

  private void requireWritable() throws IOException {
    requireUnbroken();
    if (shut) {
      throw new IOException(transport + ": nothing can be sent any more after the shutdown.");
    }
  }

  /** The same failure for another call. */
  private IOException again(IOException earlier) {
    if (earlier instanceof EOFException) {
      return new EOFException(earlier.getMessage());
    }
    String text = earlier.getMessage(); // channels that were closed have none
    return new IOException(
        text == null ? transport + ": " + earlier.getClass().getSimpleName() + "." : text, earlier);
  }

  private static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
  }

  @Override
  public String toString() {
    return "TlsStream[" + transport + "]";
  }
}
