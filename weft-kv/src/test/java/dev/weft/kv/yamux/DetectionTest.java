package dev.weft.kv.yamux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.io.AsyncRead;
import dev.weft.io.Io;
import dev.weft.testkit.TestTask;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether the first bytes of a connection are those of a session. */
final class DetectionTest {

  private final TestTask task = new TestTask();

  @ParameterizedTest
  @CsvSource({
    "0000000100000001000000026869, 5, YAMUX", // data with SYN
    "000100010000000100000000, 5, YAMUX", // window update with SYN
    "000200010000000000000000, 5, YAMUX", // a ping
    "00000000, 4, PLAIN", // the empty request, whose client waits now
    "0000001222100a02, 4, PLAIN", // a short request: these flags have no SYN
    "0000000122, 5, PLAIN", // a length that looks like SYN, but no protobuf tag is 0
    "00010001220a, 5, PLAIN",
    "8000012c1f8b, 1, PLAIN", // gzip
    "000300000000000000000000, 2, PLAIN", // a go-away, first of all
    "ff, 1, PLAIN",
  })
  void firstBytes_oneByOne_areJudgedAsSoonAsPossible(String hex, int after, Yamux.Verdict verdict)
      throws Exception {
    byte[] bytes = HexFormat.of().parseHex(hex);
    var ends = Io.duplex(64);
    var connection = Prefixed.of(ends.first());
    var detect = Yamux.detect(connection);
    for (int i = 0; i < after; i++) {
      assertThat(Yamux.judge(ByteBuffer.wrap(bytes, 0, i))).isEqualTo(Yamux.Verdict.UNDECIDED);
      task.pending(detect);
      ends.second().pollWrite(ByteBuffer.wrap(bytes, i, 1), task);
      assertThat(task.takeWakes()).isOne();
    }
    assertThat(task.ready(detect)).isEqualTo(verdict == Yamux.Verdict.YAMUX);
    assertThat(Yamux.judge(ByteBuffer.wrap(bytes, 0, after))).isEqualTo(verdict);
    assertThat(Yamux.looksLikeYamux(ByteBuffer.wrap(bytes)))
        .isEqualTo(verdict == Yamux.Verdict.YAMUX);

    ends.second().pollWrite(ByteBuffer.wrap(bytes, after, bytes.length - after), task);
    ByteBuffer again = ByteBuffer.allocate(bytes.length);
    task.ready(Io.readExactly(connection, again));
    assertThat(again.array()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"''", "00", "000100", "00010001"})
  void connection_thatEndsBefore_isPlainAndKeepsItsBytes(String hex) throws Exception {
    var ends = Io.duplex(64);
    var connection = Prefixed.of(ends.first());
    byte[] bytes = HexFormat.of().parseHex(hex);
    ends.second().pollWrite(ByteBuffer.wrap(bytes), task);
    ends.second().pollShutdown(task);
    assertThat(task.ready(Yamux.detect(connection))).isFalse();
    ByteBuffer rest = ByteBuffer.allocate(10);
    while (connection.pollRead(rest, task) != AsyncRead.EOF) {
      assertThat(rest.hasRemaining()).isTrue();
    }
    assertThat(rest.position()).isEqualTo(bytes.length);
  }

  @Test
  void peek_takesNoMoreThanAskedForAndGivesItBack() throws Exception {
    var ends = Io.duplex(64);
    var connection = Prefixed.of(ends.first());
    var peek = connection.peek(3);
    task.pending(peek);
    assertThat(peek.cancel()).isTrue();
    ends.second().pollWrite(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), task);
    assertThat(task.ready(connection.peek(3)).remaining()).isEqualTo(3);
    assertThat(task.ready(connection.peek(2)).remaining()).isEqualTo(3);
    ByteBuffer small = ByteBuffer.allocate(2);
    assertThat(connection.pollRead(small, task)).isEqualTo(2);
    assertThat(task.ready(connection.peek(2)).get(1)).isEqualTo((byte) 4);
    assertThat(connection.pollRead(small, task)).isZero();
    assertThat(connection.pollRead(small.clear(), task)).isEqualTo(2);
    assertThat(small.array()).containsExactly(3, 4);
    assertThat(connection.pollRead(small.clear(), task)).isEqualTo(AsyncRead.PENDING);
    assertThatThrownBy(() -> connection.peek(65)).hasMessage("count is 65; accepted is 0 to 64.");
  }
}
