package dev.weft.net.tls;

import dev.weft.Context;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The way out: encrypts, and sends what is encrypted. Guarded by its user's lock. */
final class Output {

  /*
   * State: `sealed` is one record, or part of it, that is encrypted and not sent yet; null otherwise, so
   * an idle connection holds no buffer. `owes` tells that the engine has something to say of itself: part
   * of the handshake, the answer to a key update, an alert. It is what the engine's latest result said,
   * since asking costs a lock. `finished` is the report, which comes once, that the handshake is over.
   *
   * During the handshake a failure to send is only noted (`notSent`), and what follows is dropped: a peer
   * that refuses this side goes away while this side still sends, and why it did is in what it sent before.
   * `established` ends that.
   *
   * Bounded: nothing is encrypted while `sealed` is there. A record carries a number, so once encrypted
   * it must be sent, in order; it can't be dropped or taken back.
   */

  private static final ByteBuffer[] NOTHING = {ByteBuffer.allocate(0)};

  private final SSLEngine engine;
  private final AsyncWrite target;
  private final BufferPool pool;
  private @Nullable ByteBuffer sealed;
  private boolean owes;
  private boolean finished;
  private boolean established;
  private @Nullable IOException notSent;

  Output(SSLEngine engine, AsyncWrite target, BufferPool pool) {
    this.engine = engine;
    this.target = target;
    this.pool = pool;
  }

  /** Whether nothing is left to be sent. */
  boolean isEmpty() {
    return sealed == null && !owes;
  }

  /** Notes whether the engine wants to send something. */
  void note(HandshakeStatus status) {
    owes = status == HandshakeStatus.NEED_WRAP;
    finished |= status == HandshakeStatus.FINISHED;
  }

  /** Whether the engine has reported that the handshake is finished. */
  boolean isFinished() {
    return finished;
  }

  /** Asks the engine itself, after a failure for example. */
  void ask() {
    note(engine.getHandshakeStatus());
  }

  /**
   * Sends everything there is.
   *
   * @return whether nothing is left; false if pending
   */
  boolean push(Context cx) throws IOException {
    while (send(cx)) {
      if (!owes) {
        return true;
      }
      SSLEngineResult result = seal(NOTHING, 0, 1);
      if (result.bytesProduced() == 0) {
        owes = false; // it only reported something, or has nothing to say after all
      }
    }
    return false;
  }

  private boolean send(Context cx) throws IOException {
    ByteBuffer bytes = sealed;
    if (bytes == null) {
      return true;
    }
    try {
      while (notSent == null && bytes.hasRemaining()) {
        int count = target.pollWrite(bytes, cx);
        if (count == AsyncWrite.PENDING) {
          return false;
        }
        if (count <= 0) {
          throw new IOException(
              target + " accepted " + count + " bytes of a write that isn't empty.");
        }
      }
    } catch (IOException broken) {
      if (established) {
        throw broken;
      }
      notSent = broken;
    }
    sealed = null;
    pool.give(bytes);
    return true;
  }

  /** Why the handshake couldn't be sent; {@code null} if it was. */
  @Nullable IOException notSent() {
    return notSent;
  }

  /** The handshake is over, and all of it was sent: from now on a failure to send is thrown. */
  void establish() {
    established = true;
    ask();
  }

  /** Encrypts one record, of what the engine owes first. Only when {@code sealed} is empty. */
  SSLEngineResult seal(ByteBuffer[] sources, int offset, int length) throws SSLException {
    SSLEngineResult result = seal(sources, offset, length, pool.take());
    if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
      int size = engine.getSession().getPacketBufferSize();
      result = seal(sources, offset, length, pool.take(size));
    }
    note(result.getHandshakeStatus());
    return result;
  }

  private SSLEngineResult seal(ByteBuffer[] sources, int offset, int length, ByteBuffer room)
      throws SSLException {
    try {
      return engine.wrap(sources, offset, length, room);
    } finally {
      if (room.flip().hasRemaining()) {
        sealed = room;
      } else {
        pool.give(room);
      }
    }
  }

  /** Gives up what isn't sent. */
  void drop() {
    owes = false;
    if (sealed != null) {
      pool.give(sealed);
      sealed = null;
    }
  }
}
