package dev.weft.kv.yamux;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells a connection that carries yamux from one that carries plain KV frames. */
public final class Yamux {

  /*
   * Idea: a session begins with a frame that carries SYN: data, a window update or a ping, on a stream
   * with a small number. So its first four bytes are 0, the type, and the flags, and the fifth is 0. As a
   * plain frame these would be a header that announces a payload, and its first byte: that is a protobuf
   * tag, which is never 0, or the gzip magic. Four zeros are the empty request, whose client waits for
   * the answer, so the fifth byte must not be waited for then.
   */

  /** How many bytes decide at most. */
  public static final int DECIDING_BYTES = 5;

  private static final int KNOWN_FLAGS = Wire.SYN | Wire.ACK | Wire.FIN | Wire.RST;

  private Yamux() {}

  /** What the first bytes of a connection tell. */
  public enum Verdict {
    /** A yamux session. */
    YAMUX,
    /** Anything else; for a KV server, plain frames. */
    PLAIN,
    /** It takes more bytes to tell. */
    UNDECIDED
  }

  /**
   * Judges the first bytes of a connection.
   *
   * @param first what has arrived, from the position on; left as it is
   * @return {@link Verdict#UNDECIDED} only if there are less than {@link #DECIDING_BYTES}
   */
  public static Verdict judge(ByteBuffer first) {
    int at = first.position();
    int count = first.remaining();
    if (count > 0 && first.get(at) != Wire.VERSION) {
      return Verdict.PLAIN;
    }
    if (count > 1 && (first.get(at + 1) & 0xFF) > Wire.PING) {
      return Verdict.PLAIN;
    }
    if (count > 2 && first.get(at + 2) != 0) {
      return Verdict.PLAIN;
    }
    if (count > 3) {
      int flags = first.get(at + 3) & 0xFF;
      if ((flags & Wire.SYN) == 0 || (flags & ~KNOWN_FLAGS) != 0) {
        return Verdict.PLAIN;
      }
    }
    if (count < DECIDING_BYTES) {
      return Verdict.UNDECIDED;
    }
    return first.get(at + 4) == 0 ? Verdict.YAMUX : Verdict.PLAIN;
  }

  /**
   * Whether the first bytes of a connection are those of a yamux session.
   *
   * @param first the first bytes, {@link #DECIDING_BYTES} or more
   * @return true if they are
   */
  public static boolean looksLikeYamux(ByteBuffer first) {
    return judge(first) == Verdict.YAMUX;
  }

  /**
   * Looks at a connection until it is clear what it carries. The bytes stay in it, to be read.
   *
   * <p><em>Cancellation:</em> safe; what had arrived stays in the connection, and this may be
   * called again.
   *
   * @param connection a connection of which nothing was read
   * @return true for yamux; false for anything else, also for one that ends before
   */
  public static Future<Boolean> detect(Prefixed<?> connection) {
    return new Detect(Objects.requireNonNull(connection, "connection"));
  }

  private static final class Detect extends LeafFuture<Boolean> {

    private final Prefixed<?> connection;

    Detect(Prefixed<?> connection) {
      this.connection = connection;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws IOException {
      while (true) {
        ByteBuffer first = connection.peeked();
        Verdict verdict = judge(first);
        if (verdict != Verdict.UNDECIDED) {
          return verdict == Verdict.YAMUX;
        }
        switch (connection.pollPeek(first.remaining() + 1, cx)) {
          case Prefixed.PENDING -> {
            return PENDING;
          }
          case Prefixed.EOF -> {
            return false;
          }
          default -> {}
        }
      }
    }

    @Override
    protected boolean cancelLeaf() {
      connection.cancelRead();
      return true;
    }
  }
}
