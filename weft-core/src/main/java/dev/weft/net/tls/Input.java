package dev.weft.net.tls;

import dev.weft.Context;
import dev.weft.io.AsyncRead;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The way in: receives records and decrypts them. Guarded by its user's lock. */
final class Input {

  /*
   * State: `sealed` holds received bytes, [position, limit), that aren't decrypted: part of a record, or
   * several. `plain` is the rest of a decrypted record that was larger than the reader's buffer. Both are
   * null when empty, so an idle connection holds no buffer. A record goes straight into the reader's
   * buffer if it fits; `plain` is emptied before another record is opened, so there is one at most.
   *
   * `unanswered` counts records that made the engine owe an answer, which only key updates do, since the
   * output was last brought to its end. Reading goes on meanwhile: if it stopped, two peers that write
   * to each other and ask each other for new keys would wait for each other for ever. But answers are
   * kept in the engine, so somebody who asks without end and never reads would fill the memory; hence
   * the limit, which no honest peer comes near, as keys last for gigabytes.
   */

  /** Answers that may wait for the output before reading waits, too. */
  static final int MOST_UNANSWERED = 64;

  private static final ByteBuffer NO_ROOM = ByteBuffer.allocate(0);

  private final SSLEngine engine;
  private final AsyncRead source;
  private final BufferPool pool;
  private final Output output;
  private @Nullable ByteBuffer sealed;
  private @Nullable ByteBuffer plain;
  private boolean ended;
  private int unanswered;

  Input(SSLEngine engine, AsyncRead source, BufferPool pool, Output output) {
    this.engine = engine;
    this.source = source;
    this.pool = pool;
    this.output = output;
  }

  /** Whether the peer has said that it sends nothing more, and all before that was taken. */
  boolean isEnded() {
    return ended && plain == null;
  }

  /** Whether nothing is kept. */
  boolean isEmpty() {
    return sealed == null && plain == null;
  }

  /** Whether more can be received before something is taken. */
  boolean hasRoom() {
    return sealed == null || sealed.remaining() < sealed.capacity();
  }

  /** Whether reading has to wait until the output is sent. */
  boolean isHeldUp() {
    return unanswered >= MOST_UNANSWERED;
  }

  /** The output is sent to its end. */
  void answered() {
    unanswered = 0;
  }

  /** The first bytes that were received and not taken, for messages. */
  @Nullable ByteBuffer peek() {
    return sealed == null ? null : sealed.asReadOnlyBuffer();
  }

  /**
   * Decrypts into a buffer what is complete, until the buffer is full.
   *
   * @throws SSLException if a record is bad; what came before it is in the buffer
   */
  void open(ByteBuffer target) throws SSLException {
    int start = target.position();
    takePlain(target);
    while (target.hasRemaining() && !ended && !isHeldUp() && sealed != null) {
      SSLEngineResult result = unseal(target);
      if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
        if (target.position() > start) {
          return; // what is there already is better than a detour for the rest
        }
        result = openAside();
        takePlain(target);
      }
      if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
        return;
      }
      if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        throw new SSLException("the peer asked for another handshake, which is refused");
      }
    }
  }

  private SSLEngineResult openAside() throws SSLException {
    ByteBuffer aside = pool.take(engine.getSession().getApplicationBufferSize());
    try {
      return unseal(aside);
    } finally {
      if (aside.flip().hasRemaining()) {
        plain = aside;
      } else {
        pool.give(aside);
      }
    }
  }

  private void takePlain(ByteBuffer target) {
    ByteBuffer rest = plain;
    if (rest == null) {
      return;
    }
    int count = Math.min(rest.remaining(), target.remaining());
    target.put(target.position(), rest, rest.position(), count);
    target.position(target.position() + count);
    rest.position(rest.position() + count);
    if (!rest.hasRemaining()) {
      plain = null;
      pool.give(rest);
    }
  }

  /** Takes one message of the handshake. */
  SSLEngineResult openHandshake() throws SSLException {
    return unseal(NO_ROOM);
  }

  private SSLEngineResult unseal(ByteBuffer target) throws SSLException {
    ByteBuffer bytes = sealed;
    SSLEngineResult result = engine.unwrap(bytes == null ? NO_ROOM : bytes, target);
    if (bytes != null && !bytes.hasRemaining()) {
      sealed = null;
      pool.give(bytes);
    }
    HandshakeStatus status = result.getHandshakeStatus();
    output.note(status);
    if (status == HandshakeStatus.NEED_WRAP && result.bytesConsumed() > 0) {
      unanswered += result.bytesProduced() == 0 ? 1 : 0;
    }
    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
      ended = true;
    }
    return result;
  }

  /**
   * Receives more bytes.
   *
   * @return how many, more than 0; {@link AsyncRead#EOF} or {@link AsyncRead#PENDING}
   */
  int fill(Context cx) throws IOException {
    ByteBuffer bytes = roomToFill();
    sealed = bytes;
    try {
      return source.pollRead(bytes, cx);
    } finally {
      if (!bytes.flip().hasRemaining()) {
        sealed = null;
        pool.give(bytes);
      }
    }
  }

  /** Whether receiving would get on. */
  boolean isReadable(Context cx) throws IOException {
    return source.pollReadable(cx);
  }

  /** The buffer behind its bytes, which begin at 0. */
  private ByteBuffer roomToFill() throws SSLException {
    ByteBuffer bytes = sealed;
    if (bytes == null) {
      return pool.take();
    }
    bytes.compact();
    if (bytes.hasRemaining()) {
      return bytes;
    }
    int wanted = engine.getSession().getPacketBufferSize();
    if (wanted <= bytes.capacity()) {
      bytes.flip();
      throw new SSLException("the peer sent a record of more than " + wanted + " bytes");
    }
    ByteBuffer larger = ByteBuffer.allocate(wanted).put(bytes.flip());
    pool.give(bytes);
    return larger;
  }

  /** Gives up what wasn't read. */
  void drop() {
    ended = true;
    if (sealed != null) {
      pool.give(sealed);
      sealed = null;
    }
    if (plain != null) {
      pool.give(plain);
      plain = null;
    }
  }
}
