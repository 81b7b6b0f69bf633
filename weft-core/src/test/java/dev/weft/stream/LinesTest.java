package dev.weft.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.io.BufReader;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesTest {

  private static final byte[] TEXT = "one\r\n\ntwo\nlast".getBytes(UTF_8);

  private final TestTask task = new TestTask();

  @Test
  void lines_cutAnywhere_areTheSame() throws Exception {
    for (int at = 0; at <= TEXT.length; at++) {
      BufReader reader = new BufReader(ScriptedIo.cut(TEXT, at), 4);
      assertThat(task.run(Streams.lines(reader).toList(9)))
          .containsExactly("one", "", "two", "last");
    }
  }

  @Test
  void lines_cancelledAtEachPending_loseAndDoubleNothing() throws Exception {
    ScriptedIo io = ScriptedIo.byteByByte(TEXT);
    AsyncStream<String> lines = Streams.lines(new BufReader(io));
    List<String> got = new ArrayList<>();
    while (true) {
      Future<String> next = lines.next();
      if (!(task.poll(next) instanceof Poll.Ready<String>(String line))) {
        assertThat(next.cancel()).isTrue();
        assertThat(io.readWaker()).isNull();
      } else if (line == null) {
        break;
      } else {
        got.add(line);
      }
    }
    assertThat(got).containsExactly("one", "", "two", "last");
  }

  @Test
  void lines_tooLong_endTheStreamAndTheReaderGoesOnBehindIt() throws Exception {
    BufReader reader = new BufReader(new ScriptedIo().gives("ok\nmuch too long\nnext\n"));
    AsyncStream<String> lines = Streams.lines(reader, 5);
    assertThat(task.run(lines.next())).isEqualTo("ok");
    assertThatThrownBy(() -> task.run(lines.next()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("limit of 5 bytes");
    assertThat(task.ready(lines.next())).isNull();
    assertThat(task.run(Streams.lines(reader, 5).toList(9))).containsExactly("next");
  }

  @Test
  void lines_arguments_areCheckedAtOnce() {
    BufReader reader = new BufReader(new ScriptedIo());
    assertThatThrownBy(() -> Streams.lines(reader, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxBytes is 0; accepted is 1 to 1073741824.");
    assertThatThrownBy(() -> Streams.lines(null)).isInstanceOf(NullPointerException.class);
  }
}
