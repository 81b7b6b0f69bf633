package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinesCodecTest extends CodecContract<String> {

  private final TestTask task = new TestTask();

  @Override
  Codec<String, String> codec() {
    return new LinesCodec();
  }

  @Override
  String item(SplittableRandom random) {
    StringBuilder line = new StringBuilder();
    int length = random.nextInt(1 + random.nextInt(60));
    for (int i = 0; i < length; i++) {
      line.append(random.nextInt(8) == 0 ? "\uD83E\uDDF5" : random.nextInt(8) == 0 ? "ö" : "x");
    }
    return line.toString();
  }

  @Test
  void lines_bothEndsAndNoneAtTheEnd_areCut() throws Exception {
    ScriptedIo io = new ScriptedIo().gives("a\r\n\nb\rc\n\r\n").pends().gives("last\r");
    assertThat(Frames.decode(io, codec())).containsExactly("a", "", "b\rc", "", "last");
  }

  @Test
  void line_justAtTheLimit_isTaken() throws Exception {
    for (String end : List.of("\n", "\r\n", "")) {
      ScriptedIo io = ScriptedIo.byteByByte(("abcd" + end).getBytes(StandardCharsets.UTF_8));
      assertThat(Frames.decode(io, new LinesCodec(4))).containsExactly("abcd");
    }
  }

  @Test
  void line_tooLong_failsOnceAndTheNextIsRead() throws Exception {
    byte[] bytes = "abcdefghij\nok\nabcde\r\nfine\n".getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at <= bytes.length; at++) {
      FramedRead<String> stream = FramedRead.of(ScriptedIo.cut(bytes, at), new LinesCodec(4));
      assertTooLong(stream);
      assertThat(task.run(stream.next())).isNull();
      assertThat(task.run(stream.next())).isEqualTo("ok");
      assertTooLong(stream);
      assertThat(task.run(stream.next())).isNull();
      assertThat(Frames.rest(stream)).containsExactly("fine");
    }
  }

  private void assertTooLong(FramedRead<String> stream) {
    assertThatThrownBy(() -> task.run(stream.next()))
        .isInstanceOfSatisfying(
            FrameTooLargeException.class,
            failure -> {
              assertThat(failure.size()).isGreaterThan(4);
              assertThat(failure.limit()).isEqualTo(4);
            })
        .hasMessageContaining("at most 4");
  }

  @Test
  void line_withoutAnyEnd_takesBoundedMemory() throws Exception {
    ScriptedIo io = new ScriptedIo();
    for (int i = 0; i < 100; i++) {
      io.gives(new byte[1000]);
    }
    FramedRead<String> stream = FramedRead.of(io.stalls(), new LinesCodec(10_000));
    assertThatThrownBy(() -> task.run(stream.next())).isInstanceOf(FrameTooLargeException.class);
    assertThat(task.run(stream.next())).isNull();
    Future<String> next = stream.next();
    while (io.readWaker() == null) {
      task.pending(next);
      assertThat(stream.capacity()).isLessThanOrEqualTo(16_384);
    }
    assertThat(stream.capacity()).isLessThanOrEqualTo(1024);
    io.gives("\nok\n").release();
    assertThat(task.run(next)).isEqualTo("ok");
  }

  @Test
  void line_tooLongAtTheEndOfInput_failsOnceThenEnds() throws Exception {
    FramedRead<String> stream = FramedRead.of(new ScriptedIo().gives("abcde"), new LinesCodec(4));
    assertTooLong(stream);
    assertThat(task.run(stream.next())).isNull();
    assertThat(task.run(stream.next())).isNull();
  }

  @Test
  void line_invalidUtf8_failsOnceAndTheNextIsRead() throws Exception {
    ScriptedIo io = new ScriptedIo().gives(new byte[] {'a', (byte) 0xff, '\n', 'b', '\n'});
    FramedRead<String> stream = FramedRead.of(io, codec());
    assertThatThrownBy(() -> task.run(stream.next()))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("2 bytes is not valid UTF-8");
    assertThat(task.run(stream.next())).isNull();
    assertThat(Frames.rest(stream)).containsExactly("b");
  }

  @Test
  void line_toSendWithALineEnd_isRefused() {
    FrameBuffer buffer = new FrameBuffer(100);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec().encode("ab\nc", buffer))
        .withMessageContaining("character 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec().encode("ab\r", buffer))
        .withMessageContaining("character 2");
    assertThat(buffer.size()).isZero();
  }

  @Test
  void line_toSendTooLong_isRefused() {
    assertThatThrownBy(() -> new LinesCodec(3).encode("ööö", new FrameBuffer(100)))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessage("The line to send has 6 bytes or more; at most 3 are accepted.");
  }
}
