package dev.weft.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Lines of UTF-8, ended by a line feed or by carriage return and line feed; the frame is the line
 * without its end. The last line needs none.
 *
 * <p>A line that is too long or no valid UTF-8 fails once; decoding then goes on with the line
 * after it. Lines are sent with a line feed.
 *
 * <p><em>Threads:</em> one connection each: it remembers how far it has searched.
 */
public final class LinesCodec implements Codec<String, String> {

  /*
   * State: `searched` bytes behind the position hold no line feed, so that a line that trickles in is
   * searched once and not once per piece. While `discarding`, bytes up to the next line feed belong to
   * a line that has failed already; they are dropped as they come.
   */

  /** The longest line unless set: 64 KiB. */
  public static final int DEFAULT_MAX_LENGTH = 64 << 10;

  private static final int END_BYTES = 2; // carriage return, line feed

  private final int maxLength;
  private int searched;
  private boolean discarding;

  /** Creates a codec for lines of up to {@value #DEFAULT_MAX_LENGTH} bytes. */
  public LinesCodec() {
    this(DEFAULT_MAX_LENGTH);
  }

  /**
   * Creates a codec.
   *
   * @param maxLength bytes of the longest line without its end, from 0 to 2<sup>29</sup>
   */
  public LinesCodec(int maxLength) {
    this.maxLength = Checks.inRange(0, Checks.MAX_BYTES / 2, maxLength, "maxLength");
  }

  @Override
  public @Nullable String decode(ByteBuffer in) throws FrameException {
    while (true) {
      int start = in.position();
      int feed = findFeed(in, start + searched);
      if (feed >= 0) {
        searched = 0;
        in.position(feed + 1);
        if (!discarding) {
          return line(in, start, feed);
        }
        discarding = false;
      } else if (discarding) {
        in.position(in.limit());
        return null;
      } else {
        searched = in.limit() - start;
        return searched < maxBytes() ? null : discard(in);
      }
    }
  }

  @Override
  public @Nullable String decodeEof(ByteBuffer in) throws FrameException {
    String line = decode(in);
    if (line != null || !in.hasRemaining()) {
      return line;
    }
    int start = in.position();
    int limit = in.limit();
    searched = 0;
    in.position(limit);
    return line(in, start, limit);
  }

  @Override
  public int maxBytes() {
    return maxLength + END_BYTES;
  }

  @Override
  public boolean resumesAfter(IOException failure) {
    return failure instanceof FrameException;
  }

  /**
   * Appends a line and a line feed.
   *
   * @throws IllegalArgumentException if the item holds a line feed or ends with a carriage return:
   *     the other side would read something else
   * @throws FrameTooLargeException if the line is too long
   */
  @Override
  public void encode(String item, FrameBuffer target) throws FrameTooLargeException {
    int feed = item.indexOf('\n');
    if (feed >= 0 || item.endsWith("\r")) {
      throw new IllegalArgumentException(
          "A line to send has a line end at character "
              + (feed >= 0 ? feed : item.length() - 1)
              + "; send one line at a time, without its end.");
    }
    byte[] bytes = item.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > maxLength) {
      throw new FrameTooLargeException("The line to send", bytes.length, maxLength);
    }
    target.put(bytes);
    target.put('\n');
  }

  /** The line from {@code start} to {@code end} but for a carriage return; both are absolute. */
  private String line(ByteBuffer in, int start, int end) throws FrameException {
    int length = end - start;
    if (length > 0 && in.get(end - 1) == '\r') {
      length--;
    }
    if (length > maxLength) {
      throw tooLong(length);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(in.slice(start, length)).toString();
    } catch (CharacterCodingException invalid) {
      throw new FrameException(
          "A line of " + length + " bytes is not valid UTF-8: " + invalid.getMessage(), invalid);
    }
  }

  private @Nullable String discard(ByteBuffer in) throws FrameException {
    int length = searched;
    searched = 0;
    discarding = true;
    in.position(in.limit());
    throw tooLong(length);
  }

  private FrameTooLargeException tooLong(int length) {
    return new FrameTooLargeException("A line", length, maxLength);
  }

  private static int findFeed(ByteBuffer in, int from) {
    for (int i = from; i < in.limit(); i++) {
      if (in.get(i) == '\n') {
        return i;
      }
    }
    return -1;
  }

  @Override
  public String toString() {
    return "LinesCodec[maxLength=" + maxLength + "]";
  }
}
