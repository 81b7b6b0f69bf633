package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.StringValue;
import dev.weft.io.Io;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KvFrameCodecTest extends CodecContract<byte[]> {

  private final TestTask task = new TestTask();

  @Override
  Codec<byte[], byte[]> codec() {
    return KvFrameCodec.bytes();
  }

  @Override
  byte[] item(SplittableRandom random) {
    int length = random.nextInt(1 + random.nextInt(random.nextInt(4) == 0 ? 6_000 : 200));
    byte[] bytes = Frames.bytes(random, length);
    if (random.nextBoolean()) {
      Arrays.fill(bytes, length / 3, length, (byte) 'x');
    }
    return bytes;
  }

  @Override
  Object form(byte[] item) {
    return Frames.hex(item);
  }

  private static List<byte[]> decode(byte[] bytes) throws Exception {
    return Frames.decode(Io.fromBytes(bytes), KvFrameCodec.bytes());
  }

  private static byte[] encode(byte[]... messages) throws Exception {
    return Frames.encode(KvFrameCodec.bytes(), List.of(messages));
  }

  static byte[] gzip(byte[] bytes) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  static byte[] frame(int flag, byte[] payload) {
    return ByteBuffer.allocate(4 + payload.length)
        .putInt(flag | payload.length)
        .put(payload)
        .array();
  }

  private static byte[] compressed(byte[] payload) {
    return frame(1 << 31, payload);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000012 22100a027431120a0a026b3112040a027631",
        "00000005 08c8011a00",
        "00000009 08c8011a040a027631",
        "00000007 08c8011a022801",
        "00000007 08c8011a022800",
        "0000000b 08c8011a040a0276311a00",
        "00000003 08c801",
        "0000002e 08900312 29 436f6d6d616e6420697320696e76616c69643a206052657175657374"
            + "20686173206e6f206461746160",
        "00000000"
      })
  void vector_bothWays_isTheSameBytes(String hex) throws Exception {
    byte[] bytes = Frames.hex(hex);
    byte[] payload = Arrays.copyOfRange(bytes, 4, bytes.length);
    assertThat(decode(bytes)).containsExactly(payload);
    assertThat(encode(payload)).isEqualTo(bytes);
    assertThat(Frames.decode(ScriptedIo.byteByByte(bytes), KvFrameCodec.bytes()))
        .containsExactly(payload);
  }

  @Test
  void message_upTo1436Bytes_isSentPlain() throws Exception {
    byte[] message = new byte[1436];
    assertThat(encode(message)).isEqualTo(frame(0, message));
  }

  @Test
  void message_of1437Bytes_isSentAsStandardGzip() throws Exception {
    byte[] message = Frames.bytes(new SplittableRandom(7), 1437);
    byte[] sent = encode(message);
    ByteBuffer header = ByteBuffer.wrap(sent);
    assertThat(header.getInt(0) & 0x7fff_ffff).isEqualTo(sent.length - 4);
    assertThat(header.getInt(0)).isNegative();
    byte[] member = Arrays.copyOfRange(sent, 4, sent.length);
    assertThat(Frames.hex(Arrays.copyOf(member, 9))).isEqualTo("1f8b08000000000000");
    assertThat(new GZIPInputStream(new ByteArrayInputStream(member)).readAllBytes())
        .isEqualTo(message);
    assertThat(decode(sent)).containsExactly(message);
  }

  @Test
  void message_eitherFormAtAnySize_isTaken() throws Exception {
    for (int size : new int[] {0, 1, 5000, 70_000, 1 << 20}) {
      byte[] message = Frames.bytes(new SplittableRandom(size), size);
      assertThat(decode(frame(0, message))).containsExactly(message);
      assertThat(decode(compressed(gzip(message)))).containsExactly(message);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"7fffffff", "ffffffff", "00800001", "80800001"})
  void header_overTheCap_isRefusedBeforeAnythingIsAllocated(String header) throws Exception {
    ScriptedIo io = new ScriptedIo().gives(Frames.hex(header)).stalls();
    FramedRead<byte[]> stream = FramedRead.of(io, KvFrameCodec.bytes());
    assertThatThrownBy(() -> task.run(stream.next()))
        .isInstanceOfSatisfying(
            FrameTooLargeException.class,
            failure -> {
              assertThat(failure.size()).isGreaterThan(8 << 20);
              assertThat(failure.limit()).isEqualTo(8 << 20);
            });
    assertThat(stream.capacity()).isZero();
    assertThat(task.run(stream.next())).isNull();
    assertThat(task.run(stream.next())).isNull();
  }

  @Test
  void header_withoutItsPayload_takesLittleMemory() throws Exception {
    ScriptedIo io = new ScriptedIo().gives(Frames.hex("00800000")).gives(new byte[5]).stalls();
    FramedRead<byte[]> stream = FramedRead.of(io, KvFrameCodec.bytes());
    task.pending(stream.next());
    assertThat(stream.capacity()).isLessThanOrEqualTo(1024);
  }

  @Test
  void bomb_beyondTheCap_isRefused() throws Exception {
    byte[] bomb = gzip(new byte[16 << 20]);
    assertThat(bomb.length).isLessThan(20_000);
    assertThatThrownBy(() -> decode(compressed(bomb)))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessageContaining("inflates to has 8388609 bytes or more; at most 8388608");
  }

  @Test
  void bomb_whoseTrailerLies_isRefusedAllTheSame() throws Exception {
    byte[] bomb = gzip(new byte[16 << 20]);
    Arrays.fill(bomb, bomb.length - 4, bomb.length, (byte) 0);
    assertThatThrownBy(() -> decode(compressed(bomb))).isInstanceOf(FrameTooLargeException.class);
  }

  @Test
  void message_justAtTheCap_isTakenInBothForms() throws Exception {
    KvFrameCodec<byte[], byte[]> codec = KvFrameCodec.bytes().withMaxMessage(100_000);
    byte[] message = new byte[100_000];
    assertThat(Frames.decode(Io.fromBytes(frame(0, message)), codec)).containsExactly(message);
    assertThat(Frames.decode(Io.fromBytes(compressed(gzip(message))), codec))
        .containsExactly(message);
    byte[] larger = new byte[100_001];
    assertThatThrownBy(() -> Frames.decode(Io.fromBytes(frame(0, larger)), codec))
        .isInstanceOf(FrameTooLargeException.class);
    assertThatThrownBy(() -> Frames.decode(Io.fromBytes(compressed(gzip(larger))), codec))
        .isInstanceOf(FrameTooLargeException.class);
  }

  @Test
  void payload_garbageInPlaceOfGzip_isAnError() {
    assertThatThrownBy(() -> decode(compressed(new byte[50])))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("doesn't begin with a gzip header");
    assertThatThrownBy(() -> decode(compressed(new byte[0])))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("doesn't begin with a gzip header");
  }

  @Test
  void payload_anyByteDamaged_isAnErrorOrTheSameMessage() throws Exception {
    byte[] message = Frames.bytes(new SplittableRandom(5), 300);
    byte[] member = gzip(message);
    for (int at = 0; at < member.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = member.clone();
        damaged[at] ^= (byte) (1 << bit);
        try {
          // Some bits mean nothing: time, level, system, padding.
          assertThat(decode(compressed(damaged))).containsExactly(message);
        } catch (FrameException expected) {
          assertThat(expected).hasMessageMatching(".*(payload|gzip header).*");
        }
      }
    }
  }

  @Test
  void payload_cutAnywhere_isAnError() throws Exception {
    byte[] member = gzip(new byte[3000]);
    for (int length = 0; length < member.length; length++) {
      byte[] cut = Arrays.copyOf(member, length);
      assertThatThrownBy(() -> decode(compressed(cut))).isInstanceOf(FrameException.class);
    }
  }

  @Test
  void payload_moreBehindTheMember_isAnError() throws Exception {
    byte[] member = gzip(new byte[2000]);
    assertThatThrownBy(() -> decode(compressed(Arrays.copyOf(member, member.length + 1))))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("9 bytes after its data");
    byte[] twice = ByteBuffer.allocate(2 * member.length).put(member).put(member).array();
    assertThatThrownBy(() -> decode(compressed(twice)))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("nothing may follow");
  }

  @Test
  void header_withEachOptionalPart_isSkipped() throws Exception {
    byte[] message = new byte[2000];
    byte[] member = gzip(message);
    byte[] options = Frames.hex("0300 aabbcc" + "6e616d6500" + "636f6d6d656e7400" + "1234");
    ByteBuffer all = ByteBuffer.allocate(member.length + options.length);
    all.put(member, 0, 10).put(options).put(member, 10, member.length - 10);
    all.put(3, (byte) 0x1f);
    assertThat(decode(compressed(all.array()))).containsExactly(message);
    for (int length = 10; length < 10 + options.length; length++) {
      byte[] cut = Arrays.copyOf(all.array(), length);
      assertThatThrownBy(() -> decode(compressed(cut)))
          .isInstanceOf(FrameException.class)
          .hasMessageContaining("inside its gzip header");
    }
  }

  @Test
  void header_ofUnknownMethodOrFlags_isAnError() throws Exception {
    byte[] member = gzip(new byte[2000]);
    member[3] = (byte) 0x80;
    assertThatThrownBy(() -> decode(compressed(member)))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("method 8 and flags 80");
  }

  @Test
  void message_toSendOverACap_isRefused() {
    FrameBuffer buffer = new FrameBuffer(1 << 20);
    assertThatThrownBy(() -> KvFrameCodec.bytes().withMaxMessage(9).encode(new byte[10], buffer))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessageContaining("message to send has 10 bytes");
    byte[] random = Frames.bytes(new SplittableRandom(1), 3000);
    assertThatThrownBy(() -> KvFrameCodec.bytes().withMaxFrame(2000).encode(random, buffer))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessageContaining("frame to send");
  }

  @Test
  void protobuf_largeAndSmallMessages_roundTrip() throws Exception {
    KvFrameCodec<StringValue, StringValue> codec = KvFrameCodec.messages(StringValue.parser());
    List<StringValue> messages =
        List.of(StringValue.of(""), StringValue.of("v1"), StringValue.of("long ".repeat(10_000)));
    byte[] bytes = Frames.encode(codec, messages);
    assertThat(bytes.length).isLessThan(1000);
    assertThat(Frames.decode(ScriptedIo.byteByByte(bytes), codec)).isEqualTo(messages);
  }

  @Test
  void protobuf_undecodablePayload_isAnError() {
    KvFrameCodec<StringValue, StringValue> codec = KvFrameCodec.messages(StringValue.parser());
    assertThatThrownBy(() -> Frames.decode(Io.fromBytes(Frames.hex("00000001 ff")), codec))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("payload of 1 bytes is no message");
  }
}
