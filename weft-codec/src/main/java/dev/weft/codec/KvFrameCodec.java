package dev.weft.codec;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The frame of the KV protocol: four bytes of header, big-endian, then the payload.
 *
 * <p>Bit 31 of the header says that the payload is compressed with gzip; the bits below are its
 * length as sent. Messages of more than {@value #COMPRESS_ABOVE} bytes are sent compressed; what
 * comes in may be either at any size.
 *
 * <p>Two caps hold in both directions: {@link #withMaxFrame} for the payload as it is on the wire
 * and {@link #withMaxMessage} for the message that it carries, 8 MiB each unless set. A header that
 * exceeds the first is refused before anything is allocated, and a payload that inflates beyond the
 * second as soon as it does.
 *
 * <p><em>Threads:</em> immutable; one codec serves any number of connections.
 *
 * {@snippet class="dev.weft.codec.snippets.KvSnippets" region="messages"}
 *
 * @param <D> type of the messages that come in
 * @param <E> type of the messages that go out
 */
public final class KvFrameCodec<D, E> implements Codec<D, E> {

  /** The largest message that is sent as it is: {@value} bytes. */
  public static final int COMPRESS_ABOVE = 1436;

  private static final int HEADER = 4;
  private static final int COMPRESSED = 1 << 31;

  private final Payload<D, E> payload;
  private final int maxFrame;
  private final int maxMessage;

  private KvFrameCodec(Payload<D, E> payload, int maxFrame, int maxMessage) {
    this.payload = payload;
    this.maxFrame = maxFrame;
    this.maxMessage = maxMessage;
  }

  /**
   * Frames that carry bytes.
   *
   * @return the codec
   */
  public static KvFrameCodec<byte[], byte[]> bytes() {
    return of(BytesPayload.INSTANCE);
  }

  /**
   * Frames that carry protobuf messages.
   *
   * @param parser reads the messages that come in
   * @param <D> type of the messages that come in
   * @param <E> type of the messages that go out
   * @return the codec
   */
  public static <D extends MessageLite, E extends MessageLite> KvFrameCodec<D, E> messages(
      Parser<D> parser) {
    return of(new MessagePayload<>(Objects.requireNonNull(parser, "parser")));
  }

  private static <D, E> KvFrameCodec<D, E> of(Payload<D, E> payload) {
    return new KvFrameCodec<>(payload, DEFAULT_MAX_BYTES, DEFAULT_MAX_BYTES);
  }

  /**
   * With another cap of the payload on the wire.
   *
   * @param bytes from 0 to 2<sup>29</sup>
   * @return a new codec
   */
  public KvFrameCodec<D, E> withMaxFrame(int bytes) {
    return new KvFrameCodec<>(
        payload, Checks.inRange(0, Checks.MAX_BYTES / 2, bytes, "maxFrame"), maxMessage);
  }

  /**
   * With another cap of the message, compressed or not.
   *
   * @param bytes from 0 to 2<sup>29</sup>
   * @return a new codec
   */
  public KvFrameCodec<D, E> withMaxMessage(int bytes) {
    return new KvFrameCodec<>(
        payload, maxFrame, Checks.inRange(0, Checks.MAX_BYTES / 2, bytes, "maxMessage"));
  }

  @Override
  public @Nullable D decode(ByteBuffer in) throws IOException {
    if (in.remaining() < HEADER) {
      return null;
    }
    int header = in.getInt(in.position());
    int length = header & ~COMPRESSED;
    boolean compressed = header < 0;
    int limit = compressed ? maxFrame : Math.min(maxFrame, maxMessage);
    if (length > limit) {
      throw new FrameTooLargeException("The frame announced by its header", length, limit);
    }
    if (in.remaining() - HEADER < length) {
      return null;
    }
    ByteBuffer body = in.slice(in.position() + HEADER, length);
    in.position(in.position() + HEADER + length);
    return payload.read(compressed ? Gzip.inflate(body, maxMessage) : body);
  }

  @Override
  public int bytesWanted(ByteBuffer in) {
    return in.remaining() < HEADER ? 0 : HEADER + (in.getInt(in.position()) & ~COMPRESSED);
  }

  @Override
  public int maxBytes() {
    return HEADER + maxFrame;
  }

  @Override
  public void encode(E item, FrameBuffer target) throws IOException {
    int size = payload.size(item);
    if (size > maxMessage) {
      throw new FrameTooLargeException("The message to send", size, maxMessage);
    }
    int at = target.size();
    target.putInt(size);
    if (size <= COMPRESS_ABOVE) {
      payload.write(item, size, target);
    } else {
      try (OutputStream out = Gzip.deflating(target)) {
        payload.write(item, out);
      }
      target.setInt(at, (target.size() - at - HEADER) | COMPRESSED);
    }
    int length = target.size() - at - HEADER;
    if (length > maxFrame) {
      throw new FrameTooLargeException("The frame to send", length, maxFrame);
    }
  }

  @Override
  public String toString() {
    return "KvFrameCodec[maxFrame=" + maxFrame + ", maxMessage=" + maxMessage + "]";
  }
}
