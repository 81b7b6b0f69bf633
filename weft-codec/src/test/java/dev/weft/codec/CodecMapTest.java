package dev.weft.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecMapTest {

  private static int parse(String line) throws FrameException {
    try {
      return Integer.parseInt(line);
    } catch (NumberFormatException invalid) {
      throw new FrameException("\"" + line + "\" is no number", invalid);
    }
  }

  private static Codec<Integer, Integer> numbers() {
    return new LinesCodec(4).map(CodecMapTest::parse, number -> Integer.toString(number));
  }

  @Test
  void map_bothSides_convert() throws Exception {
    byte[] bytes = Frames.encode(numbers(), List.of(1, -23));
    assertThat(bytes).asString(UTF_8).isEqualTo("1\n-23\n");
    assertThat(Frames.decode(ScriptedIo.byteByByte(bytes), numbers())).containsExactly(1, -23);
  }

  @Test
  void map_lastFrameWithoutItsEnd_isConverted() throws Exception {
    assertThat(Frames.decode(new ScriptedIo().gives("1\n2"), numbers())).containsExactly(1, 2);
  }

  @Test
  void map_failure_isHandledAsTheCodecBelowSays() throws Exception {
    ScriptedIo io = new ScriptedIo().gives("x\n12345678\n3\n");
    FramedRead<Integer> stream = FramedRead.of(io, numbers());
    TestTask task = new TestTask();
    assertThatThrownBy(() -> task.run(stream.next())).hasMessage("\"x\" is no number");
    assertThat(task.run(stream.next())).isNull();
    assertThatThrownBy(() -> task.run(stream.next())).isInstanceOf(FrameTooLargeException.class);
    assertThat(task.run(stream.next())).isNull();
    assertThat(task.run(stream.next())).isEqualTo(3);
  }

  @Test
  void of_twoHalves_usesEachForItsSide() throws Exception {
    Codec<byte[], String> mixed = Codec.of(LengthDelimitedCodec.create(), new LinesCodec());
    assertThat(Frames.encode(mixed, List.of("a"))).containsExactly('a', '\n');
    byte[] large = Frames.encode(LengthDelimitedCodec.create(), List.of(new byte[100_000]));
    assertThat(Frames.decode(ScriptedIo.cut(large, 5000), mixed))
        .containsExactly(new byte[100_000]);
    assertThat(mixed.maxBytes()).isEqualTo(LengthDelimitedCodec.create().maxBytes());
  }
}
