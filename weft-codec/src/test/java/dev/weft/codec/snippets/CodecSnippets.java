package dev.weft.codec.snippets;

import com.google.protobuf.StringValue;
import dev.weft.codec.Codec;
import dev.weft.codec.Decoder;
import dev.weft.codec.DelimiterCodec;
import dev.weft.codec.FrameBuffer;
import dev.weft.codec.FrameException;
import dev.weft.codec.LengthDelimitedCodec;
import dev.weft.codec.LinesCodec;
import dev.weft.codec.ProtobufCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Codecs, made and written. */
public final class CodecSnippets {

  private CodecSnippets() {}

  /** A header of two bytes of magic and a length that counts the header. */
  public static LengthDelimitedCodec lengths() {
    // @start region="lengths"
    LengthDelimitedCodec codec =
        LengthDelimitedCodec.builder()
            .lengthFieldOffset(2)
            .lengthFieldLength(2)
            .byteOrder(ByteOrder.LITTLE_ENDIAN)
            .lengthAdjustment(-4)
            .maxPayload(4096)
            .build();
    // @end
    return codec;
  }

  /** Messages as in HTTP: a head ends with a blank line. */
  public static DelimiterCodec heads() {
    // @start region="delimiter"
    DelimiterCodec codec = DelimiterCodec.of("\r\n\r\n", "\n\n").withMaxFrame(16 << 10);
    // @end
    return codec;
  }

  /** Protobuf's own delimited form. */
  public static ProtobufCodec<StringValue, StringValue> protobuf() {
    // @start region="protobuf"
    ProtobufCodec<StringValue, StringValue> codec =
        ProtobufCodec.<StringValue, StringValue>of(
                StringValue.parser(), ProtobufCodec.Prefix.VARINT)
            .withMaxMessage(64 << 10);
    // @end
    return codec;
  }

  /** Numbers, one a line. */
  public static Codec<Long, Long> numbers() {
    // @start region="map"
    Codec<Long, Long> numbers =
        new LinesCodec(20).map(CodecSnippets::parse, value -> Long.toString(value));
    // @end
    return numbers;
  }

  private static Long parse(String line) throws FrameException {
    try {
      return Long.valueOf(line);
    } catch (NumberFormatException invalid) {
      throw new FrameException("\"" + line + "\" is no number of 64 bits.", invalid);
    }
  }

  // @start region="own"
  /** Pairs of a type byte and a number: five bytes each. */
  public static final class TaggedCodec implements Codec<Tagged, Tagged> {

    private static final int SIZE = 5;

    @Override
    public @Nullable Tagged decode(ByteBuffer in) throws IOException {
      if (in.remaining() < SIZE) {
        return null; // what is there stays there
      }
      byte type = in.get();
      if (type < 0) {
        throw new FrameException("The type of a pair is " + type + "; accepted is 0 to 127.");
      }
      return new Tagged(type, in.getInt());
    }

    @Override
    public int maxBytes() {
      return SIZE;
    }

    @Override
    public void encode(Tagged item, FrameBuffer target) throws IOException {
      target.put(item.type());
      target.putInt(item.number());
    }
  }

  /** What the codec carries. */
  public record Tagged(byte type, int number) {}

  // @end

  /** Used where only one direction is needed. */
  public static Decoder<Tagged> decoder() {
    return new TaggedCodec();
  }
}
