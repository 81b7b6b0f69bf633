package dev.weft.kv.yamux;

import dev.weft.Context;
import dev.weft.io.AsyncRead;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The way from the connection to the streams: frames are taken apart as they come. */
final class Inbox {

  /*
   * State: `buffer` holds [0, position) that was read and not yet taken: less than a header between two
   * polls. `bodyLeft` bytes of a data frame are to come; they go to `target`, or nowhere if that is null.
   * It all belongs to the runner. Data reaches its stream as it arrives, not when its frame is whole. The
   * buffer grows when a read fills it and shrinks when nothing comes.
   */

  private static final int IDLE = 256;
  private static final int BUSY = 32 << 10;

  private final SessionState session;
  private final PeerSide peer;
  private final AsyncRead source;
  private final YamuxOptions options;
  private ByteBuffer buffer = ByteBuffer.allocate(IDLE);
  private long bodyLeft;
  private @Nullable YamuxStream target;
  private boolean endsAfter;
  private boolean endedByPeer;

  Inbox(SessionState session, AsyncRead source, YamuxOptions options) {
    this.session = session;
    peer = session.runner.peer;
    this.source = source;
    this.options = options;
  }

  /** Reads a round: the count, {@link AsyncRead#EOF} or {@link AsyncRead#PENDING}. */
  int poll(Context cx) throws IOException {
    int count = source.pollRead(buffer, cx);
    if (count == AsyncRead.PENDING) {
      if (buffer.capacity() > IDLE && buffer.position() < Wire.HEADER) {
        resize(IDLE);
      }
      return count;
    }
    if (count == AsyncRead.EOF) {
      if (bodyLeft > 0 || buffer.position() > 0) {
        throw new EOFException("The connection ended in the middle of a frame.");
      }
      return count;
    }
    boolean full = !buffer.hasRemaining();
    buffer.flip();
    try {
      synchronized (session) {
        while (buffer.hasRemaining() && take()) {
          // one frame, or a piece of one
        }
      }
    } finally {
      session.runner.wakeAll();
    }
    buffer.compact();
    if (full && buffer.capacity() < BUSY) {
      resize(BUSY);
    }
    return count;
  }

  private void resize(int capacity) {
    buffer = ByteBuffer.allocate(capacity).put(buffer.flip());
  }

  private boolean take() throws YamuxException {
    if (bodyLeft > 0) {
      int count = (int) Math.min(bodyLeft, buffer.remaining());
      if (target == null) {
        buffer.position(buffer.position() + count);
      } else {
        peer.received(target, buffer, count);
      }
      bodyLeft -= count;
      endBody();
      return true;
    }
    if (buffer.remaining() < Wire.HEADER) {
      return false;
    }
    int version = buffer.get() & 0xFF;
    int type = buffer.get() & 0xFF;
    int flags = buffer.getShort();
    int id = buffer.getInt();
    int length = buffer.getInt();
    if (version != Wire.VERSION) {
      throw new YamuxException("The peer sends version " + version + "; accepted is 0.");
    }
    switch (type) {
      case Wire.DATA, Wire.WINDOW_UPDATE -> stream(type, flags, id, Integer.toUnsignedLong(length));
      case Wire.PING -> ping(flags, id, length);
      case Wire.GO_AWAY -> goAway(id, length);
      default ->
          throw new YamuxException(
              "The peer sends a frame of type " + type + "; accepted is 0 to 3.");
    }
    return true;
  }

  private void stream(int type, int flags, int id, long length) throws YamuxException {
    if (id == Wire.SESSION) {
      throw new YamuxException(
          "The peer sends "
              + (type == Wire.DATA ? "data" : "a window update")
              + " on stream 0, which is the session itself.");
    }
    if (type == Wire.DATA && length > options.windowBytes()) {
      throw new YamuxException(
          "The peer sends "
              + length
              + " bytes on stream "
              + Wire.name(id)
              + "; no window is above "
              + options.windowBytes()
              + ".");
    }
    YamuxStream s = (flags & Wire.SYN) != 0 ? peer.opened(id) : peer.find(id);
    boolean ends = (flags & Wire.FIN) != 0;
    if (s != null && (flags & Wire.RST) != 0) {
      peer.reset(s);
      s = null;
    }
    if (type == Wire.DATA) {
      target = s != null && peer.announced(s, (int) length) ? s : null;
      bodyLeft = length;
      endsAfter = ends;
      if (length == 0) {
        target = s;
      }
      endBody();
    } else if (s != null) {
      peer.granted(s, length);
      if (ends) {
        peer.ended(s);
      }
    }
  }

  private void endBody() {
    if (bodyLeft == 0) {
      if (target != null && endsAfter) {
        peer.ended(target);
      }
      target = null;
      endsAfter = false;
    }
  }

  private void ping(int flags, int id, int number) throws YamuxException {
    requireSession("a ping", id);
    if ((flags & Wire.ACK) != 0) {
      peer.answered(number);
    } else {
      peer.pinged(number);
    }
  }

  private void goAway(int id, int code) throws YamuxException {
    requireSession("a go-away", id);
    if (code != Wire.NORMAL) {
      endedByPeer = true;
      throw new YamuxException(
          "The peer ended the session with code "
              + Integer.toUnsignedString(code)
              + switch (code) {
                case Wire.PROTOCOL_ERROR -> ", a protocol error.";
                case Wire.INTERNAL_ERROR -> ", an internal error.";
                default -> ".";
              });
    }
    peer.left();
  }

  /** Whether the peer has said that the session has failed; it needn't be told. */
  boolean isEndedByPeer() {
    return endedByPeer;
  }

  private static void requireSession(String what, int id) throws YamuxException {
    if (id != Wire.SESSION) {
      throw new YamuxException(
          "The peer sends " + what + " on stream " + Wire.name(id) + "; accepted is stream 0.");
    }
  }
}
