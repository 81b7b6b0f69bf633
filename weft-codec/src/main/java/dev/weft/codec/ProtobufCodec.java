package dev.weft.codec;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Protobuf messages, each behind its length.
 *
 * <p><em>Threads:</em> immutable; one codec serves any number of connections.
 *
 * {@snippet class="dev.weft.codec.snippets.CodecSnippets" region="protobuf"}
 *
 * @param <D> type of the messages that come in
 * @param <E> type of the messages that go out
 */
public final class ProtobufCodec<D extends MessageLite, E extends MessageLite>
    implements Codec<D, E> {

  /** How the length is written. */
  public enum Prefix {
    /** Four bytes, big-endian. */
    FIXED32,
    /** One to five bytes with seven bits each, as protobuf's own delimited form has it. */
    VARINT
  }

  private static final int VARINT_BYTES = 5;
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;

  private final MessagePayload<D, E> payload;
  private final Prefix prefix;
  private final int maxMessage;

  private ProtobufCodec(MessagePayload<D, E> payload, Prefix prefix, int maxMessage) {
    this.payload = payload;
    this.prefix = prefix;
    this.maxMessage = maxMessage;
  }

  /**
   * Messages of up to 8 MiB.
   *
   * @param parser reads the messages that come in
   * @param prefix how the length is written
   * @param <D> type of the messages that come in
   * @param <E> type of the messages that go out
   * @return the codec
   */
  public static <D extends MessageLite, E extends MessageLite> ProtobufCodec<D, E> of(
      Parser<D> parser, Prefix prefix) {
    return new ProtobufCodec<>(
        new MessagePayload<>(Objects.requireNonNull(parser, "parser")),
        Objects.requireNonNull(prefix, "prefix"),
        DEFAULT_MAX_BYTES);
  }

  /**
   * With another cap of a message.
   *
   * @param bytes from 0 to 2<sup>29</sup>
   * @return a new codec
   */
  public ProtobufCodec<D, E> withMaxMessage(int bytes) {
    return new ProtobufCodec<>(
        payload, prefix, Checks.inRange(0, Checks.MAX_BYTES / 2, bytes, "maxMessage"));
  }

  @Override
  public @Nullable D decode(ByteBuffer in) throws IOException {
    int start = in.position();
    int header = headerBytes(in);
    if (header == 0) {
      return null;
    }
    long length = length(in, header);
    if (length > maxMessage) {
      throw new FrameTooLargeException("The message announced by its length", length, maxMessage);
    }
    if (in.remaining() - header < length) {
      return null;
    }
    in.position(start + header + (int) length);
    return payload.read(in.slice(start + header, (int) length));
  }

  /** Bytes of the length at the position, 0 if they haven't all come. */
  private int headerBytes(ByteBuffer in) throws FrameException {
    if (prefix == Prefix.FIXED32) {
      return in.remaining() < Integer.BYTES ? 0 : Integer.BYTES;
    }
    int come = Math.min(in.remaining(), VARINT_BYTES);
    for (int i = 0; i < come; i++) {
      if (in.get(in.position() + i) >= 0) {
        return i + 1;
      }
    }
    if (come == VARINT_BYTES) {
      throw new FrameException(
          "The varint before a message is longer than 5 bytes; a length has at most 32 bits.");
    }
    return 0;
  }

  /** The length at the position, unsigned. */
  private long length(ByteBuffer in, int header) {
    int start = in.position();
    if (prefix == Prefix.FIXED32) {
      return Integer.toUnsignedLong(in.getInt(start));
    }
    long length = 0;
    for (int i = 0; i < header; i++) {
      length |= (in.get(start + i) & (VARINT_MORE - 1L)) << (VARINT_BITS * i);
    }
    return length;
  }

  @Override
  public int bytesWanted(ByteBuffer in) {
    try {
      int header = headerBytes(in);
      return header == 0 ? 0 : header + (int) length(in, header);
    } catch (FrameException invalid) {
      return 0; // decode says so
    }
  }

  @Override
  public int maxBytes() {
    return VARINT_BYTES + maxMessage;
  }

  @Override
  public void encode(E item, FrameBuffer target) throws IOException {
    int size = payload.size(item);
    if (size > maxMessage) {
      throw new FrameTooLargeException("The message to send", size, maxMessage);
    }
    if (prefix == Prefix.FIXED32) {
      target.putInt(size);
    } else {
      putVarint(size, target);
    }
    payload.write(item, size, target);
  }

  private static void putVarint(int value, FrameBuffer target) throws IOException {
    int rest = value;
    while (rest >= VARINT_MORE) {
      target.put(rest | VARINT_MORE);
      rest >>>= VARINT_BITS;
    }
    target.put(rest);
  }

  @Override
  public String toString() {
    return "ProtobufCodec[" + prefix + ", maxMessage=" + maxMessage + "]";
  }
}
