package dev.weft.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Frames that say their length in a field of their header.
 *
 * <pre>
 * | offset bytes | length field | payload              |
 * |&lt;------- header ----------&gt;|&lt;- field+adjustment -&gt;|
 * |&lt;- skip -&gt;|&lt;-------------- the frame --------------&gt;|
 * </pre>
 *
 * <p>Settings under which no frame is possible are refused when the codec is built.
 *
 * <p>Without settings: four bytes big-endian, then as many bytes of payload, which is the frame, up
 * to 8 MiB. The encoder is the mirror of the decoder: it puts zeros where the decoder skips, then
 * the item, then the length into its place, also over the item if the frame includes the field.
 *
 * <p><em>Threads:</em> immutable; one codec serves any number of connections.
 *
 * {@snippet class="dev.weft.codec.snippets.CodecSnippets" region="lengths"}
 */
public final class LengthDelimitedCodec implements Codec<byte[], byte[]> {

  private static final long MOST_UNSIGNED = -1;

  private final int offset;
  private final int fieldBytes;
  private final int header;
  private final int adjustment;
  private final int skip;
  private final int maxPayload;
  private final boolean bigEndian;

  private LengthDelimitedCodec(Builder builder) {
    offset = builder.offset;
    fieldBytes = builder.fieldBytes;
    header = offset + fieldBytes;
    adjustment = builder.adjustment;
    skip = builder.skip == Builder.WHOLE_HEADER ? header : builder.skip;
    maxPayload = builder.maxPayload;
    bigEndian = builder.order == ByteOrder.BIG_ENDIAN;
  }

  /**
   * A codec without settings.
   *
   * @return the codec
   */
  public static LengthDelimitedCodec create() {
    return builder().build();
  }

  /**
   * A codec with settings.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public byte @Nullable [] decode(ByteBuffer in) throws FrameException {
    if (in.remaining() < header) {
      return null;
    }
    int total = header + payload(in);
    if (skip > total) {
      throw new FrameException(
          "A frame of " + total + " bytes is shorter than the " + skip + " bytes to skip in it.");
    }
    if (in.remaining() < total) {
      return null;
    }
    int start = in.position();
    byte[] frame = new byte[total - skip];
    in.get(start + skip, frame);
    in.position(start + total);
    return frame;
  }

  /** Bytes of payload that the header at the position announces. */
  private int payload(ByteBuffer in) throws FrameException {
    long field = field(in);
    // The field is unsigned and may use all 64 bits; compared this way round nothing overflows.
    if (field < 0 || field > (long) maxPayload - adjustment) {
      long announced = field + adjustment;
      boolean over = field < 0 && adjustment > 0 && announced >= 0;
      throw new FrameTooLargeException(
          "The payload announced by a length field", over ? MOST_UNSIGNED : announced, maxPayload);
    }
    long length = field + adjustment;
    if (length < 0) {
      throw new FrameException(
          "A length field of "
              + field
              + " with the adjustment "
              + adjustment
              + " gives a payload of "
              + length
              + " bytes; it has to give 0 or more.");
    }
    return (int) length;
  }

  private long field(ByteBuffer in) {
    int first = in.position() + offset;
    long field = 0;
    for (int i = 0; i < fieldBytes; i++) {
      int at = bigEndian ? first + i : first + fieldBytes - 1 - i;
      field = field << Byte.SIZE | Byte.toUnsignedLong(in.get(at));
    }
    return field;
  }

  @Override
  public int bytesWanted(ByteBuffer in) {
    // Only after decode has found that the header is whole and in range.
    return in.remaining() < header ? header : header + (int) (field(in) + adjustment);
  }

  @Override
  public int maxBytes() {
    return header + maxPayload;
  }

  @Override
  public void encode(byte[] item, FrameBuffer target) throws FrameException {
    long payload = (long) skip + item.length - header;
    if (payload > maxPayload) {
      throw new FrameTooLargeException("The payload to send", payload, maxPayload);
    }
    long field = payload - adjustment;
    if (payload < 0 || field < 0 || (fieldBytes < Long.BYTES && field >>> fieldBits() != 0)) {
      throw new FrameException(
          "An item of "
              + item.length
              + " bytes needs a length field of "
              + field
              + ", which does not fit into "
              + fieldBytes
              + (payload < 0 ? " bytes of a header that it does not fill." : " bytes."));
    }
    int start = target.size();
    target.putZeros(skip);
    target.put(item);
    for (int i = 0; i < fieldBytes; i++) {
      int shift = Byte.SIZE * (bigEndian ? fieldBytes - 1 - i : i);
      target.set(start + offset + i, (int) (field >>> shift));
    }
  }

  private int fieldBits() {
    return Byte.SIZE * fieldBytes;
  }

  @Override
  public String toString() {
    return "LengthDelimitedCodec[offset="
        + offset
        + ", field="
        + fieldBytes
        + (bigEndian ? " big-endian" : " little-endian")
        + ", adjustment="
        + adjustment
        + ", skip="
        + skip
        + ", maxPayload="
        + maxPayload
        + "]";
  }

  /** Settings of a {@link LengthDelimitedCodec}. */
  public static final class Builder {

    private static final int WHOLE_HEADER = -1;
    private static final int MAX_HEADER = 64 << 10;

    private int offset;
    private int fieldBytes = Integer.BYTES;
    private int adjustment;
    private int skip = WHOLE_HEADER;
    private int maxPayload = DEFAULT_MAX_BYTES;
    private ByteOrder order = ByteOrder.BIG_ENDIAN;

    private Builder() {}

    /**
     * Where the length field is.
     *
     * @param bytes from the start of the frame, from 0 to 65536; 0 unless set
     * @return this
     */
    public Builder lengthFieldOffset(int bytes) {
      offset = Checks.inRange(0, MAX_HEADER, bytes, "lengthFieldOffset");
      return this;
    }

    /**
     * How wide the length field is.
     *
     * @param bytes from 1 to 8; 4 unless set
     * @return this
     */
    public Builder lengthFieldLength(int bytes) {
      fieldBytes = Checks.inRange(1, Long.BYTES, bytes, "lengthFieldLength");
      return this;
    }

    /**
     * What to add to the field to get the bytes behind it: negative if the field counts the header,
     * too.
     *
     * @param bytes from −2<sup>30</sup> to 2<sup>30</sup>; 0 unless set
     * @return this
     */
    public Builder lengthAdjustment(int bytes) {
      adjustment = Checks.inRange(-Checks.MAX_BYTES, Checks.MAX_BYTES, bytes, "lengthAdjustment");
      return this;
    }

    /**
     * How much of the start isn't part of the frame.
     *
     * @param bytes from 0 to 131072; all up to the end of the length field unless set
     * @return this
     */
    public Builder skip(int bytes) {
      skip = Checks.inRange(0, 2 * MAX_HEADER, bytes, "skip");
      return this;
    }

    /**
     * The byte order of the length field.
     *
     * @param byteOrder big-endian unless set
     * @return this
     */
    public Builder byteOrder(ByteOrder byteOrder) {
      order = Objects.requireNonNull(byteOrder, "byteOrder");
      return this;
    }

    /**
     * The cap of what is behind the length field.
     *
     * @param bytes from 0 to 2<sup>29</sup>; 8 MiB unless set
     * @return this
     */
    public Builder maxPayload(int bytes) {
      maxPayload = Checks.inRange(0, Checks.MAX_BYTES / 2, bytes, "maxPayload");
      return this;
    }

    /**
     * Makes the codec.
     *
     * @return a codec with these settings
     * @throws IllegalArgumentException if no frame at all fits them: if the adjustment makes each
     *     payload negative or larger than the cap, or if more is skipped than a frame has
     */
    public LengthDelimitedCodec build() {
      if (adjustment > maxPayload) {
        throw new IllegalArgumentException(
            "lengthAdjustment is "
                + adjustment
                + ", which alone is more than maxPayload, "
                + maxPayload
                + "; accepted is at most that.");
      }
      long largestField = fieldBytes > Integer.BYTES ? Long.MAX_VALUE : largestField();
      if (largestField < -adjustment) {
        throw new IllegalArgumentException(
            "lengthAdjustment is "
                + adjustment
                + ", which leaves nothing of the largest length field, "
                + largestField
                + "; accepted is "
                + -largestField
                + " or more.");
      }
      long largestFrame = (long) offset + fieldBytes + Math.min(maxPayload, largestPayload());
      if (skip > largestFrame) {
        throw new IllegalArgumentException(
            "skip is "
                + skip
                + ", which is more than the largest frame, "
                + largestFrame
                + "; accepted is at most that.");
      }
      return new LengthDelimitedCodec(this);
    }

    /** What a field of up to four bytes can say. */
    private long largestField() {
      return (1L << (Byte.SIZE * fieldBytes)) - 1;
    }

    private long largestPayload() {
      return fieldBytes > Integer.BYTES ? maxPayload : largestField() + adjustment;
    }
  }
}
