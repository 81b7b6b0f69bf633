package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DelimiterCodecTest extends CodecContract<byte[]> {

  private final TestTask task = new TestTask();

  @Override
  Codec<byte[], byte[]> codec() {
    return DelimiterCodec.of("ab\0", "\n", "\r\n");
  }

  @Override
  byte[] item(SplittableRandom random) {
    byte[] item = new byte[random.nextInt(1 + random.nextInt(60))];
    for (int i = 0; i < item.length; i++) {
      item[i] = (byte) "aabx\r".charAt(random.nextInt(5));
    }
    return item;
  }

  @Override
  Object form(byte[] item) {
    return Frames.hex(item);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** All frames and, as {@code !}, failures that decoding goes on after. */
  private List<String> decode(ScriptedIo io, DelimiterCodec codec) throws Exception {
    FramedRead<byte[]> stream = FramedRead.of(io, codec);
    List<String> seen = new ArrayList<>();
    while (true) {
      try {
        byte[] frame = task.run(stream.next());
        if (frame == null) {
          return seen;
        }
        seen.add(text(frame));
      } catch (FrameTooLargeException tooLong) {
        assertThat(tooLong.size()).isGreaterThan(tooLong.limit());
        seen.add("!");
        assertThat(task.run(stream.next())).isNull();
      }
    }
  }

  private void assertAtEveryCut(DelimiterCodec codec, String input, String... expected)
      throws Exception {
    byte[] bytes = bytes(input);
    for (int at = 0; at <= bytes.length; at++) {
      assertThat(decode(ScriptedIo.cut(bytes, at), codec.withMaxFrame(4)))
          .as("cut at %d", at)
          .containsExactly(expected);
    }
    assertThat(decode(ScriptedIo.byteByByte(bytes), codec.withMaxFrame(4)))
        .containsExactly(expected);
  }

  @Test
  void delimiters_thatEndTogether_theLongestCounts() throws Exception {
    assertAtEveryCut(DelimiterCodec.of("\n", "\r\n"), "a\r\n\nb\rc\r\r\nd", "a", "", "b\rc\r", "d");
  }

  @Test
  void delimiters_thatOverlap_theFirstToEndCounts() throws Exception {
    assertAtEveryCut(DelimiterCodec.of("aab", "ba"), "aaababa.aaba", "a", "a", ".", "a");
    assertAtEveryCut(DelimiterCodec.of("--"), "a---b-----", "a", "-b", "", "-");
  }

  @Test
  void frame_justAtTheLimit_isTaken() throws Exception {
    assertAtEveryCut(DelimiterCodec.of("\r\n\r\n"), "abcd\r\n\r\n\r\n\r\r\n\r\n", "abcd", "\r\n\r");
    assertAtEveryCut(DelimiterCodec.of("|", "=>"), "abcd=>efgh|ijkl", "abcd", "efgh", "ijkl");
  }

  @Test
  void frame_tooLong_failsOnceAndTheOneBehindItsDelimiterIsRead() throws Exception {
    assertAtEveryCut(
        DelimiterCodec.of("<>", "|"),
        "abcdefghijklm<>ok<>vwxyz|fine|<<<<<<<<<<<>z<>abcde",
        "!",
        "ok",
        "!",
        "fine",
        "!",
        "z",
        "!");
  }

  @Test
  void frame_withoutAnyDelimiter_takesBoundedMemory() throws Exception {
    ScriptedIo io = new ScriptedIo();
    for (int i = 0; i < 100; i++) {
      io.gives(new byte[1000]);
    }
    FramedRead<byte[]> stream =
        FramedRead.of(io.stalls(), DelimiterCodec.of("\r\n").withMaxFrame(10_000));
    assertThatThrownBy(() -> task.run(stream.next()))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessage(
            "A frame before its delimiter has 10001 bytes or more; at most 10000 are accepted.");
    assertThat(task.run(stream.next())).isNull();
    Future<byte[]> next = stream.next();
    while (io.readWaker() == null) {
      task.pending(next);
      assertThat(stream.capacity()).isLessThanOrEqualTo(16_384);
    }
    io.gives("\r\nok\r\n").release();
    assertThat(text(task.run(next))).isEqualTo("ok");
  }

  @Test
  void frames_random_areThoseOfASlowSearch() throws Exception {
    long seed = Frames.seed();
    SplittableRandom random = new SplittableRandom(seed);
    String[] delimiters = {"ab", "b\n", "c"};
    for (int round = 0; round < 300; round++) {
      byte[] input = new byte[random.nextInt(80)];
      for (int i = 0; i < input.length; i++) {
        input[i] = (byte) "abc\n.".charAt(random.nextInt(5));
      }
      DelimiterCodec codec =
          DelimiterCodec.of("ab", Arrays.copyOfRange(delimiters, 1, 3)).withMaxFrame(4);
      assertThat(decode(Frames.pieces(input, random), codec))
          .as("-Dweft.seed=%d, round %d", seed, round)
          .isEqualTo(slowly(text(input), delimiters));
    }
  }

  /** Grows a frame by one character at a time until it ends with a delimiter. */
  private static List<String> slowly(String input, String... delimiters) {
    List<String> frames = new ArrayList<>();
    String rest = "";
    for (char next : input.toCharArray()) {
      rest += next;
      for (String each : delimiters) {
        if (rest.endsWith(each)) {
          String frame = rest.substring(0, rest.length() - each.length());
          frames.add(frame.length() > 4 ? "!" : frame);
          rest = "";
          break;
        }
      }
    }
    if (!rest.isEmpty()) {
      frames.add(rest.length() > 4 ? "!" : rest);
    }
    return frames;
  }

  @Test
  void delimiter_thatCannotBeFound_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelimiterCodec.of("\r\n", "\r"))
        .withMessageStartingWith("The delimiter 0d0a can't be found, since the delimiter 0d ends");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelimiterCodec.of("a", ""))
        .withMessage("The length of a delimiter in bytes is 0; accepted is 1 to 256 inclusive.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelimiterCodec.of(new byte[257]))
        .withMessageContaining("is 257");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelimiterCodec.of("a").withMaxFrame(-1))
        .withMessageContaining("maxFrame is -1");
  }

  @Test
  void frame_toSendThatWouldEndElsewhere_isRefused() throws Exception {
    FrameBuffer buffer = new FrameBuffer(100);
    DelimiterCodec codec = DelimiterCodec.of("\n\n", "\r\n", "|");
    for (String item : List.of("ab|", "ab\n", "ab\n\n", "ab\r\nc")) {
      assertThatIllegalArgumentException()
          .as(item)
          .isThrownBy(() -> codec.encode(bytes(item), buffer))
          .withMessageContaining("at byte 2;");
    }
    assertThat(buffer.size()).isZero();
    codec.encode(bytes("\na\nb"), buffer);
    assertThat(text(buffer.toArray())).isEqualTo("\na\nb\n\n");
    assertThatThrownBy(() -> codec.withMaxFrame(2).encode(new byte[3], buffer))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessage("The frame to send has 3 bytes or more; at most 2 are accepted.");
  }

  @Test
  void search_ofAFrameThatTrickles_looksAtEachByteOnce() throws Exception {
    DelimiterCodec codec = DelimiterCodec.of("\n");
    ByteBuffer in = ByteBuffer.allocate(60_000);
    codec.decode(in.limit(30_000));
    in.put(100, new byte[] {'\n'}); // where the codec must not look again
    assertThat(codec.decode(in.limit(60_000))).isNull();
    assertThat(in.position()).isZero();
  }
}
