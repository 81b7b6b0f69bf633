package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.io.Io;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LengthDelimitedCodecTest extends CodecContract<byte[]> {

  @Override
  Codec<byte[], byte[]> codec() {
    return LengthDelimitedCodec.create();
  }

  @Override
  byte[] item(SplittableRandom random) {
    return Frames.bytes(
        random, random.nextInt(1 + random.nextInt(random.nextInt(8) == 0 ? 20_000 : 300)));
  }

  @Override
  Object form(byte[] item) {
    return Frames.hex(item);
  }

  private static List<String> decode(LengthDelimitedCodec codec, String bytes) throws Exception {
    return Frames.decode(Io.fromBytes(Frames.hex(bytes)), codec).stream().map(Frames::hex).toList();
  }

  private static String encode(LengthDelimitedCodec codec, String item) throws Exception {
    return Frames.hex(Frames.encode(codec, List.of(Frames.hex(item))));
  }

  @Test
  void field_eachWidthAndOrder_roundTrips() throws Exception {
    for (int width = 1; width <= 8; width++) {
      for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
        LengthDelimitedCodec codec =
            LengthDelimitedCodec.builder().lengthFieldLength(width).byteOrder(order).build();
        String encoded = encode(codec, "aabbcc");
        String zeros = "00".repeat(width - 1);
        assertThat(encoded)
            .isEqualTo((order == ByteOrder.BIG_ENDIAN ? zeros + "03" : "03" + zeros) + "aabbcc");
        assertThat(decode(codec, encoded + encoded)).containsExactly("aabbcc", "aabbcc");
      }
    }
  }

  @Test
  void field_behindAHeaderThatCounts_isFound() throws Exception {
    LengthDelimitedCodec codec =
        LengthDelimitedCodec.builder()
            .lengthFieldOffset(2)
            .lengthFieldLength(2)
            .lengthAdjustment(-4)
            .skip(0)
            .build();
    assertThat(decode(codec, "cafe0006aabb" + "cafe0004"))
        .containsExactly("cafe0006aabb", "cafe0004");
    assertThat(encode(codec, "cafe0000aabb")).isEqualTo("cafe0006aabb");
  }

  @Test
  void field_beforeMoreHeader_isAdjusted() throws Exception {
    // Two bytes of length of the body, then two of type that the frame leaves out.
    LengthDelimitedCodec codec =
        LengthDelimitedCodec.builder().lengthFieldLength(2).lengthAdjustment(2).skip(4).build();
    assertThat(decode(codec, "0003cafeaabbcc")).containsExactly("aabbcc");
    assertThat(encode(codec, "aabbcc")).isEqualTo("00030000aabbcc");
  }

  @Test
  void payload_negativeAfterAdjustment_isAnError() {
    LengthDelimitedCodec codec =
        LengthDelimitedCodec.builder().lengthFieldLength(1).lengthAdjustment(-4).build();
    assertThatThrownBy(() -> decode(codec, "03aabb"))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("field of 3 with the adjustment -4 gives a payload of -1");
  }

  @Test
  void payload_overTheCap_isAnErrorBeforeItArrives() {
    LengthDelimitedCodec codec = LengthDelimitedCodec.builder().maxPayload(5).build();
    assertThatThrownBy(() -> decode(codec, "00000006"))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessageContaining("6 bytes or more; at most 5");
    assertThatThrownBy(() -> codec.encode(new byte[6], new FrameBuffer(100)))
        .isInstanceOf(FrameTooLargeException.class);
  }

  @Test
  void payload_fieldOfSixtyFourBits_neverOverflows() {
    for (int adjustment : new int[] {-(1 << 30), -1, 0, 1, 1 << 29}) {
      LengthDelimitedCodec codec =
          LengthDelimitedCodec.builder()
              .lengthFieldLength(8)
              .lengthAdjustment(adjustment)
              .maxPayload(1 << 29)
              .build();
      for (String field :
          List.of("ffffffffffffffff", "7fffffffffffffff", "8000000000000000", "0000000100000000")) {
        assertThatThrownBy(() -> decode(codec, field + "00"))
            .isInstanceOf(FrameTooLargeException.class);
      }
    }
  }

  @Test
  void payload_announcedBeyondSixtyFourBits_isSaidToBeTheMost() {
    LengthDelimitedCodec codec =
        LengthDelimitedCodec.builder().lengthFieldLength(8).lengthAdjustment(5).build();
    assertThatThrownBy(() -> decode(codec, "ffffffffffffffff"))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessageContaining("has 18446744073709551615 bytes or more");
  }

  @Test
  void settings_underWhichNoFrameIsPossible_areRefused() throws Exception {
    LengthDelimitedCodec.Builder large =
        LengthDelimitedCodec.builder().maxPayload(10).lengthAdjustment(11);
    assertThatIllegalArgumentException()
        .isThrownBy(large::build)
        .withMessage(
            "lengthAdjustment is 11, which alone is more than maxPayload, 10; accepted is at most"
                + " that.");
    LengthDelimitedCodec.Builder negative =
        LengthDelimitedCodec.builder().lengthFieldLength(1).lengthAdjustment(-256);
    assertThatIllegalArgumentException()
        .isThrownBy(negative::build)
        .withMessage(
            "lengthAdjustment is -256, which leaves nothing of the largest length field, 255;"
                + " accepted is -255 or more.");
    assertThat(decode(negative.lengthAdjustment(-255).build(), "ff")).containsExactly("");
    LengthDelimitedCodec.Builder skipping =
        LengthDelimitedCodec.builder().lengthFieldOffset(1).maxPayload(10).skip(16);
    assertThatIllegalArgumentException()
        .isThrownBy(skipping::build)
        .withMessage(
            "skip is 16, which is more than the largest frame, 15; accepted is at most that.");
    assertThat(decode(skipping.skip(15).build(), "000000000a" + "00".repeat(10)))
        .containsExactly("");
  }

  @Test
  void frame_shorterThanWhatIsSkipped_isAnError() {
    LengthDelimitedCodec codec =
        LengthDelimitedCodec.builder().lengthFieldLength(1).skip(4).build();
    assertThatThrownBy(() -> decode(codec, "02aabb"))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("3 bytes is shorter than the 4 bytes to skip");
  }

  @Test
  void item_whoseLengthDoesNotFitTheField_isRefused() throws Exception {
    LengthDelimitedCodec narrow = LengthDelimitedCodec.builder().lengthFieldLength(1).build();
    assertThat(Frames.encode(narrow, List.of(new byte[255]))).hasSize(256);
    assertThatThrownBy(() -> Frames.encode(narrow, List.of(new byte[256])))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("256 bytes needs a length field of 256");
    LengthDelimitedCodec whole = LengthDelimitedCodec.builder().skip(0).build();
    assertThatThrownBy(() -> Frames.encode(whole, List.of(new byte[3])))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("header that it does not fill");
    LengthDelimitedCodec adjusted = LengthDelimitedCodec.builder().lengthAdjustment(9).build();
    assertThatThrownBy(() -> Frames.encode(adjusted, List.of(new byte[8])))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("length field of -1");
  }

  @Test
  void settings_random_roundTrip() throws Exception {
    long seed = Frames.seed();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 500; round++) {
      int offset = random.nextInt(5);
      int width = 2 + random.nextInt(7);
      int extra = random.nextInt(4);
      LengthDelimitedCodec codec =
          LengthDelimitedCodec.builder()
              .lengthFieldOffset(offset)
              .lengthFieldLength(width)
              .lengthAdjustment(random.nextInt(4) - 2)
              .skip(offset + width + extra)
              .byteOrder(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
              .build();
      byte[] item = Frames.bytes(random, 2 + random.nextInt(300));
      byte[] bytes = Frames.encode(codec, List.of(item, item));
      assertThat(Frames.decode(Frames.pieces(bytes, random), codec))
          .as("-Dweft.seed=%d, %s", seed, codec)
          .containsExactly(item, item);
    }
  }

  @Test
  void sizeWanted_partOfAFrame_isItsSize() throws Exception {
    LengthDelimitedCodec codec = LengthDelimitedCodec.builder().lengthFieldOffset(1).build();
    assertThat(codec.bytesWanted(ByteBuffer.wrap(new byte[2]))).isEqualTo(5);
    assertThat(codec.bytesWanted(ByteBuffer.wrap(Frames.hex("00 00000102 00")))).isEqualTo(263);
  }

  @Test
  void settings_outOfRange_areRefused() {
    LengthDelimitedCodec.Builder builder = LengthDelimitedCodec.builder();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.lengthFieldLength(9))
        .withMessage("lengthFieldLength is 9; accepted is 1 to 8 inclusive.");
    assertThatIllegalArgumentException().isThrownBy(() -> builder.lengthFieldOffset(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.skip(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.maxPayload(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.lengthAdjustment(Integer.MIN_VALUE));
  }
}
