package dev.weft.codec;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cuts frames out of bytes that arrive in pieces.
 *
 * <p>A decoder may keep state between calls, such as how far it has searched, so each connection
 * gets one of its own unless the decoder says that it can be shared.
 *
 * <p><em>Threads:</em> one caller at a time.
 *
 * @param <T> type of the frames, which are never null
 */
public interface Decoder<T> {

  /** The usual bound of {@link #maxBytes}: 8 MiB. */
  int DEFAULT_MAX_BYTES = 8 << 20;

  /**
   * Takes the next frame out of the bytes that are there.
   *
   * <p>It moves the position behind a frame that it returns and leaves a partial frame where it is:
   * the next call sees the same bytes and more after them. It may also skip bytes that belong to no
   * frame. It must not keep the buffer or a view of it; its content changes after the call.
   *
   * @param in what has arrived and wasn't taken, from position to limit; big-endian
   * @return the frame, or {@code null} if more bytes are needed
   * @throws IOException only if the input is corrupt, usually a {@link FrameException}
   */
  @Nullable T decode(ByteBuffer in) throws IOException;

  /**
   * Takes the next frame after the input has ended; called until it returns {@code null}. Without
   * an override, bytes that are no whole frame are an error.
   *
   * @param in as for {@link #decode}; may be empty
   * @return the frame, or {@code null} if there is none left
   * @throws EOFException if the input ended inside a frame
   * @throws IOException if the input is corrupt
   */
  default @Nullable T decodeEof(ByteBuffer in) throws IOException {
    T frame = decode(in);
    if (frame == null && in.hasRemaining()) {
      throw new EOFException(
          "The input ended inside a frame: its last "
              + in.remaining()
              + (in.remaining() == 1 ? " byte is" : " bytes are")
              + " no whole frame.");
    }
    return frame;
  }

  /**
   * How long the frame at the position is, as far as its first bytes tell; asked only after {@link
   * #decode} returned {@code null}. The read buffer grows to that size and no further.
   *
   * @param in as for {@link #decode}; its position must stay
   * @return bytes from the position to the end of the frame, at most {@link #maxBytes}; 0 if it
   *     isn't known yet
   */
  default int bytesWanted(ByteBuffer in) {
    return 0;
  }

  /**
   * The cap: how many bytes may be kept while {@link #decode} returns {@code null}. More is an
   * error of the input.
   *
   * @return bytes, from 1
   */
  default int maxBytes() {
    return DEFAULT_MAX_BYTES;
  }

  /**
   * Whether the bytes after a failure can be decoded again, since the decoder knows where the next
   * frame begins.
   *
   * @param failure what {@link #decode} or {@link #decodeEof} threw
   * @return false if the input is of no use any more
   */
  default boolean resumesAfter(IOException failure) {
    return false;
  }

  /**
   * This decoder with a step behind it.
   *
   * @param mapper makes an item of each frame
   * @param <U> type of the items
   * @return a decoder of items; it shares this decoder's state
   */
  default <U> Decoder<U> map(FrameMapper<? super T, ? extends U> mapper) {
    return new MappedDecoder<>(this, Objects.requireNonNull(mapper, "mapper"));
  }
}
