package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.NONE;
import static dev.weft.kv.testkit.Kv.hexist;
import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.hgetall;
import static dev.weft.kv.testkit.Kv.hset;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.refused;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.kv.command.Limits;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each kind of bad input gets its clear end, and a neighbour on the same server notices nothing.
 */
final class BadInputTest {

  private static final int MAX_FRAME = 1 << 20;

  private RunningServer server;
  private RawConnection neighbour;

  @BeforeEach
  void start() throws Exception {
    server =
        RunningServer.start(
            builder ->
                builder
                    .maxFrame(MAX_FRAME)
                    .maxMessage(MAX_FRAME)
                    .limits(new Limits(16, 16, 64 << 10)));
    neighbour = server.connect();
    assertThat(neighbour.ask(hset("n", "k", text("v")))).isEqualTo(ok(NONE));
  }

  @AfterEach
  void stop() throws Exception {
    try (RawConnection newcomer = server.connect()) {
      assertThat(newcomer.ask(hget("n", "k"))).isEqualTo(ok(text("v")));
    }
    neighbour.close();
    server.close();
  }

  private void neighbourIsWell() throws IOException {
    assertThat(neighbour.ask(hget("n", "k"))).isEqualTo(ok(text("v")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7fffffff", "ffffffff", "00100001", "80100001"})
  void frame_announcedAboveTheLimit_isCutOffUnread(String header) throws Exception {
    try (RawConnection bad = server.connect()) {
      bad.sendHex(header);

      assertThat(bad.endsNow()).isTrue();
    }
    neighbourIsWell();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000004 ffffffff", // no protobuf
        "00000003 0a7f00", // a length beyond the end
        "00000004 0a020a05", // the same one level down
        "80000004 00000000", // no gzip
        "80000000" // nothing where gzip should be
      })
  void frame_thatIsGarbage_isCutOffWithoutAnAnswer(String hex) throws Exception {
    try (RawConnection bad = server.connect()) {
      bad.sendHex(hex);

      assertThat(bad.endsNow()).isTrue();
    }
    neighbourIsWell();
  }

  @Test
  void garbage_behindGoodRequests_costsNoneOfTheirAnswers() throws Exception {
    try (RawConnection bad = server.connect()) {
      bad.sendHex("0000000a 42080a02743112026b31 0000000a 42080a02743112026b31 00000004 ffffffff");

      assertThat(bad.frameHex()).isEqualTo("0000000708c8011a022800");
      assertThat(bad.frameHex()).isEqualTo("0000000708c8011a022800");
      assertThat(bad.endsNow()).isTrue();
    }
    neighbourIsWell();
  }

  @Test
  void gzipBomb_inflated_isCutOffAtTheLimit() throws Exception {
    try (RawConnection bad = server.connect()) {
      bad.send(RawConnection.compressedFrame(new byte[64 << 20])); // about 64 KiB on the wire

      assertThat(bad.endsNow()).isTrue();
    }
    neighbourIsWell();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "00000012", "00000012 2210"})
  void client_silentFromSomewhereInAFrame_isCutOffInTime(String start) throws Exception {
    try (RunningServer strict =
            RunningServer.start(builder -> builder.idleTimeout(Duration.ofMillis(200)));
        RawConnection silent = strict.connect()) {
      silent.sendHex(start);

      assertThat(silent.endsNow()).isTrue();
      try (RawConnection newcomer = strict.connect()) {
        assertThat(newcomer.ask(hexist("t", "k")).getStatus()).isEqualTo(200);
      }
    }
    neighbourIsWell();
  }

  @Test
  void client_goneInTheMiddleOfAFrame_leavesNothingBehind() throws Exception {
    try (RawConnection bad = server.connect()) {
      bad.sendHex("00000012 2210");
      bad.end();
      assertThat(bad.endsNow()).isTrue();
    }
    RawConnection reset = server.connect();
    reset.sendHex("00000012 2210");
    reset.reset();
    neighbourIsWell();
  }

  @Test
  void partsOfARequest_aboveTheirLimits_areRefusedAndTheConnectionGoesOn() throws Exception {
    assertThat(neighbour.ask(hget("table-of-17-bytes", "k")))
        .isEqualTo(refused(400, "Command is invalid: `The table has 17 bytes; the limit is 16`"));
    assertThat(neighbour.ask(hexist("t", "a-key-of-17-bytes")))
        .isEqualTo(refused(400, "Command is invalid: `The key has 17 bytes; the limit is 16`"));
    assertThat(neighbour.ask(hset("t", "k", text("x".repeat(64 << 10)))))
        .isEqualTo(
            refused(400, "Command is invalid: `The value has 65540 bytes; the limit is 65536`"));
    assertThat(neighbour.ask(hget("t", "k")).getStatus()).isEqualTo(404);
  }

  @Test
  void answer_aboveTheFrameLimit_isRefusedAndTheConnectionGoesOn() throws Exception {
    String value = "x".repeat((64 << 10) - 10);
    for (int i = 0; i < 20; i++) {
      assertThat(neighbour.ask(hset("big", "k" + i, text(value)))).isEqualTo(ok(NONE));
    }

    var answer = neighbour.ask(hgetall("big"));

    assertThat(answer.getStatus()).isEqualTo(500);
    assertThat(answer.getMessage()).startsWith("The answer is too large to be sent: ");
    neighbourIsWell();
  }

  @Test
  void port_inUse_isAnErrorThatNamesIt() {
    assertThatThrownBy(
            () -> server.run(KvServer.builder().address("127.0.0.1", server.port()).bind()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + server.port());
  }

  @Test
  void settings_outOfRange_areRefusedAtOnce() {
    var builder = KvServer.builder();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.address("localhost", 65_536))
        .withMessage("port is 65536; accepted is 0 to 65535.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxConnections(0))
        .withMessageStartingWith("maxConnections is 0;");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxFrame(0))
        .withMessageStartingWith("maxFrame is 0;");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.idleTimeout(Duration.ZERO))
        .withMessage("idleTimeout is PT0S; it must be more than zero.");
  }
}
