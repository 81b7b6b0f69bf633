package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.BytesValue;
import com.google.protobuf.StringValue;
import dev.weft.codec.ProtobufCodec.Prefix;
import dev.weft.io.Io;
import dev.weft.testkit.ScriptedIo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ProtobufCodecTest {

  private static ProtobufCodec<BytesValue, BytesValue> codec(Prefix prefix) {
    return ProtobufCodec.of(BytesValue.parser(), prefix);
  }

  abstract static class Contract extends CodecContract<BytesValue> {

    @Override
    BytesValue item(SplittableRandom random) {
      int length = random.nextInt(1 + random.nextInt(random.nextInt(8) == 0 ? 20_000 : 300));
      return BytesValue.of(ByteString.copyFrom(Frames.bytes(random, length)));
    }
  }

  @Nested
  class Fixed extends Contract {
    @Override
    Codec<BytesValue, BytesValue> codec() {
      return ProtobufCodecTest.codec(Prefix.FIXED32);
    }
  }

  @Nested
  class Varint extends Contract {
    @Override
    Codec<BytesValue, BytesValue> codec() {
      return ProtobufCodecTest.codec(Prefix.VARINT);
    }
  }

  @Test
  void varint_form_isThatOfProtobuf() throws Exception {
    for (int length : new int[] {0, 1, 125, 126, 127, 128, 16_380, 16_384, 70_000}) {
      BytesValue message = BytesValue.of(ByteString.copyFrom(new byte[length]));
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      message.writeDelimitedTo(expected);
      byte[] encoded = Frames.encode(codec(Prefix.VARINT), List.of(message));
      assertThat(encoded).isEqualTo(expected.toByteArray());
      assertThat(BytesValue.parseDelimitedFrom(new ByteArrayInputStream(encoded)))
          .isEqualTo(message);
    }
  }

  @Test
  void fixed_form_isFourBytesAndTheMessage() throws Exception {
    byte[] encoded =
        Frames.encode(
            ProtobufCodec.of(StringValue.parser(), Prefix.FIXED32), List.of(StringValue.of("ab")));
    assertThat(Frames.hex(encoded)).isEqualTo("000000040a026162");
  }

  @Test
  void length_overTheCap_isAnErrorBeforeItArrives() {
    for (String bytes : List.of("ffffffff", "7fffffff", "00800001")) {
      assertThatThrownBy(
              () -> Frames.decode(Io.fromBytes(Frames.hex(bytes)), codec(Prefix.FIXED32)))
          .isInstanceOf(FrameTooLargeException.class);
    }
    for (String bytes : List.of("ffffffff0f", "ffffffff7f", "81808004")) {
      assertThatThrownBy(() -> Frames.decode(Io.fromBytes(Frames.hex(bytes)), codec(Prefix.VARINT)))
          .isInstanceOf(FrameTooLargeException.class);
    }
  }

  @Test
  void varint_ofMoreThanFiveBytes_isAnError() {
    assertThatThrownBy(
            () -> Frames.decode(Io.fromBytes(Frames.hex("808080808000")), codec(Prefix.VARINT)))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("longer than 5 bytes");
  }

  @Test
  void varint_malformedOrCutAtEveryByte_isAFailureAndNoLoop() throws Exception {
    for (String bytes : List.of("8080808080", "ffffffffff01", "80808080808080808080")) {
      byte[] input = Frames.hex(bytes);
      for (int at = 0; at <= input.length; at++) {
        ScriptedIo io = ScriptedIo.cut(input, at);
        assertThatThrownBy(() -> Frames.decode(io, codec(Prefix.VARINT)))
            .isInstanceOf(FrameException.class)
            .hasMessageContaining("longer than 5 bytes");
      }
    }
    for (String bytes : List.of("80", "80808080", "03aabb", "8100")) {
      byte[] input = Frames.hex(bytes);
      assertThatThrownBy(() -> Frames.decode(ScriptedIo.byteByByte(input), codec(Prefix.VARINT)))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("ended inside a frame");
    }
    assertThat(Frames.decode(Io.fromBytes(Frames.hex("8080808000")), codec(Prefix.VARINT)))
        .containsExactly(BytesValue.getDefaultInstance());
  }

  @Test
  void length_justAtTheCap_isTaken() throws Exception {
    BytesValue message = BytesValue.of(ByteString.copyFrom(new byte[100]));
    for (Prefix prefix : Prefix.values()) {
      byte[] bytes = Frames.encode(codec(prefix), List.of(message));
      assertThat(Frames.decode(ScriptedIo.byteByByte(bytes), codec(prefix).withMaxMessage(102)))
          .containsExactly(message);
      assertThatThrownBy(
              () -> Frames.decode(Io.fromBytes(bytes), codec(prefix).withMaxMessage(101)))
          .isInstanceOf(FrameTooLargeException.class)
          .hasMessageContaining("102 bytes or more; at most 101");
    }
  }

  @Test
  void message_thatIsNone_isAnErrorWithItsSize() {
    assertThatThrownBy(
            () -> Frames.decode(Io.fromBytes(Frames.hex("00000002 0aff")), codec(Prefix.FIXED32)))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("payload of 2 bytes is no message");
  }

  @Test
  void message_toSendOverTheCap_isRefused() {
    BytesValue message = BytesValue.of(ByteString.copyFrom(new byte[100]));
    FrameBuffer buffer = new FrameBuffer(1000);
    assertThatThrownBy(() -> codec(Prefix.VARINT).withMaxMessage(101).encode(message, buffer))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessage("The message to send has 102 bytes or more; at most 101 are accepted.");
  }
}
