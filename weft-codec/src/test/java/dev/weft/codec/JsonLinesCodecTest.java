package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.codec.snippets.JsonSnippets;
import dev.weft.codec.snippets.JsonSnippets.Event;
import dev.weft.io.Io;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

class JsonLinesCodecTest extends CodecContract<Event> {

  private final TestTask task = new TestTask();

  @Override
  Codec<Event, Event> codec() {
    return JsonSnippets.events();
  }

  @Override
  Event item(SplittableRandom random) {
    return new Event(random.nextLong(), "\"ö\n\u2028\\x".repeat(random.nextInt(20)));
  }

  private static JsonLinesCodec<String, String> texts() {
    return JsonLinesCodec.of(
        text -> new String(text, StandardCharsets.UTF_8),
        text -> text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void lines_blankOrWithoutAnEnd_areSkippedAndTaken() throws Exception {
    byte[] bytes = "\n1\r\n \t\r\n\n[2]\n\n3".getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at <= bytes.length; at++) {
      assertThat(Frames.decode(ScriptedIo.cut(bytes, at), texts()))
          .containsExactly("1\r", "[2]", "3");
    }
  }

  @Test
  void line_thatIsNoItem_failsOnceWithItsNumberAndTheNextIsRead() throws Exception {
    String lines = "{\"id\":1,\"text\":\"a\"}\n\n{\"id\":\n{\"id\":2,\"text\":\"b\"}\nnull\n";
    byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at <= bytes.length; at++) {
      FramedRead<Event> stream = FramedRead.of(ScriptedIo.cut(bytes, at), codec());
      assertThat(task.run(stream.next())).isEqualTo(new Event(1, "a"));
      assertThatThrownBy(() -> task.run(stream.next()))
          .isInstanceOf(FrameException.class)
          .hasMessageStartingWith("JSON line 3 of 6 bytes is no valid item: ")
          .hasCauseInstanceOf(JacksonException.class);
      assertThat(task.run(stream.next())).isNull();
      assertThat(task.run(stream.next())).isEqualTo(new Event(2, "b"));
      assertThatThrownBy(() -> task.run(stream.next()))
          .isInstanceOf(FrameException.class)
          .hasMessageStartingWith("JSON line 5 of 4 bytes is no valid item: it became null");
      assertThat(task.run(stream.next())).isNull();
      assertThat(Frames.rest(stream)).isEmpty();
    }
  }

  private static int depth(byte[] text, int at) {
    return at < text.length && text[at] == '[' ? 1 + depth(text, at + 1) : 0;
  }

  @Test
  void line_nestedDeeperThanTheStack_failsOnceAndTheNextIsRead() throws Exception {
    JsonLinesCodec<Integer, String> depths =
        JsonLinesCodec.<Integer, String>of(
                text -> depth(text, 0), text -> text.getBytes(StandardCharsets.UTF_8))
            .withMaxLength(1 << 24);
    byte[] bytes = ("[".repeat(10_000_000) + "\n[[\n").getBytes(StandardCharsets.UTF_8);
    FramedRead<Integer> stream = FramedRead.of(Io.fromBytes(bytes), depths);
    assertThatThrownBy(() -> task.run(stream.next()))
        .isInstanceOf(FrameException.class)
        .hasMessage("JSON line 1 of 10000000 bytes is nested deeper than its reader can follow.")
        .hasCauseInstanceOf(StackOverflowError.class);
    assertThat(task.run(stream.next())).isNull();
    assertThat(Frames.rest(stream)).containsExactly(2);
  }

  @Test
  void line_tooLong_failsOnceWithItsNumberAndTheNextIsRead() throws Exception {
    byte[] bytes = "1\n\"abcdefghij\"\n\"ok\"\n".getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at <= bytes.length; at++) {
      FramedRead<String> stream =
          FramedRead.of(ScriptedIo.cut(bytes, at), texts().withMaxLength(4));
      assertThat(task.run(stream.next())).isEqualTo("1");
      assertThatThrownBy(() -> task.run(stream.next()))
          .isInstanceOf(FrameTooLargeException.class)
          .hasMessageStartingWith("JSON line 2 has ")
          .hasMessageEndingWith("; at most 4 are accepted.");
      assertThat(task.run(stream.next())).isNull();
      assertThat(Frames.rest(stream)).containsExactly("\"ok\"");
    }
  }

  @Test
  void reader_thatThrowsEitherKind_isTheCause() {
    for (Exception thrown : List.of(new IOException("bad"), new IllegalStateException("bad"))) {
      JsonLinesCodec<String, String> codec =
          JsonLinesCodec.of(
              _ -> {
                if (thrown instanceof IOException io) {
                  throw io;
                }
                throw (RuntimeException) thrown;
              },
              _ -> new byte[0]);
      assertThatThrownBy(() -> Frames.decode(new ScriptedIo().gives("1\n"), codec))
          .isInstanceOf(FrameException.class)
          .hasMessage("JSON line 1 of 1 bytes is no valid item: bad")
          .hasCause(thrown);
    }
  }

  @Test
  void text_toSendThatIsNoLine_isRefused() {
    FrameBuffer buffer = new FrameBuffer(100);
    assertThatThrownBy(() -> texts().encode("{\n}", buffer))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("line feed at byte 1");
    assertThatThrownBy(() -> texts().encode(" ", buffer))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("is \" \", a blank line");
    assertThatThrownBy(() -> texts().withMaxLength(3).encode("1234", buffer))
        .isInstanceOf(FrameTooLargeException.class)
        .hasMessage("The JSON line to send has 4 bytes or more; at most 3 are accepted.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> texts().withMaxLength(0))
        .withMessageContaining("maxLength is 0");
  }
}
