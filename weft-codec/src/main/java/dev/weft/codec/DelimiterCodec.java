package dev.weft.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Frames that are ended by a delimiter, which is any sequence of bytes; the frame comes without it.
 * There may be several delimiters. The one whose last byte comes first ends the frame, and of those
 * that end at the same byte the longest: with LF and CR LF it is as {@link LinesCodec} does it. The
 * last frame needs no delimiter. Frames are sent with the first delimiter.
 *
 * <p>A frame that is too long fails once; decoding then goes on behind its delimiter. What is left
 * of it is dropped as it comes.
 *
 * <p><em>Threads:</em> one connection each: it remembers how far it has searched.
 *
 * {@snippet class="dev.weft.codec.snippets.CodecSnippets" region="delimiter"}
 */
public final class DelimiterCodec implements Codec<byte[], byte[]> {

  /** The longest frame unless set: 64 KiB. */
  public static final int DEFAULT_MAX_FRAME = 64 << 10;

  private final Delimiters delimiters;
  private final int maxFrame;
  private final DelimiterScanner scanner;

  private DelimiterCodec(Delimiters delimiters, int maxFrame) {
    this.delimiters = delimiters;
    this.maxFrame = maxFrame;
    scanner = new DelimiterScanner(delimiters, maxFrame, () -> "A frame before its delimiter");
  }

  /**
   * Frames of up to 64 KiB, ended by bytes.
   *
   * @param first what ends a frame, from 1 to 256 bytes; also what is sent
   * @param others what ends a frame, too
   * @return the codec
   * @throws IllegalArgumentException if a delimiter is empty or too long, or if it can't be found
   *     because another one ends inside it
   */
  public static DelimiterCodec of(byte[] first, byte[]... others) {
    return new DelimiterCodec(new Delimiters(first, others), DEFAULT_MAX_FRAME);
  }

  /**
   * Frames of up to 64 KiB, ended by text in UTF-8.
   *
   * @param first what ends a frame, from 1 to 256 bytes; also what is sent
   * @param others what ends a frame, too
   * @return the codec
   * @throws IllegalArgumentException as for {@link #of(byte[], byte[][])}
   */
  public static DelimiterCodec of(String first, String... others) {
    byte[][] bytes = Arrays.stream(others).map(Delimiters::utf8).toArray(byte[][]::new);
    return of(Delimiters.utf8(first), bytes);
  }

  /**
   * With another cap of a frame.
   *
   * @param bytes without the delimiter, from 0 to 2<sup>29</sup>
   * @return a new codec, without this one's state
   */
  public DelimiterCodec withMaxFrame(int bytes) {
    return new DelimiterCodec(
        delimiters, Checks.inRange(0, Checks.MAX_BYTES / 2, bytes, "maxFrame"));
  }

  @Override
  public byte @Nullable [] decode(ByteBuffer in) throws FrameTooLargeException {
    return scanner.next(in);
  }

  @Override
  public byte @Nullable [] decodeEof(ByteBuffer in) throws FrameTooLargeException {
    return scanner.last(in);
  }

  @Override
  public int maxBytes() {
    return scanner.maxBytes();
  }

  @Override
  public boolean resumesAfter(IOException failure) {
    return failure instanceof FrameException;
  }

  /**
   * Appends a frame and the first delimiter.
   *
   * @throws IllegalArgumentException if the other side would find another end than that of the item
   * @throws FrameTooLargeException if the item is too long
   */
  @Override
  public void encode(byte[] item, FrameBuffer target) throws FrameTooLargeException {
    if (item.length > maxFrame) {
      throw new FrameTooLargeException("The frame to send", item.length, maxFrame);
    }
    byte[] delimiter = delimiters.first();
    byte[] sent = Arrays.copyOf(item, item.length + delimiter.length);
    System.arraycopy(delimiter, 0, sent, item.length, delimiter.length);
    ByteBuffer view = ByteBuffer.wrap(sent);
    int end = delimiters.endOfFirst(view, 0, 0);
    int found = end - delimiters.lengthAt(view, 0, end);
    if (found < item.length) {
      throw new IllegalArgumentException(
          "A frame to send of "
              + item.length
              + " bytes has a delimiter, "
              + delimiters
              + ", at byte "
              + found
              + "; send one frame at a time, without its delimiter.");
    }
    target.put(sent);
  }

  @Override
  public String toString() {
    return "DelimiterCodec[delimiters=" + delimiters + ", maxFrame=" + maxFrame + "]";
  }
}
