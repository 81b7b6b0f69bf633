package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.hset;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.server.ClosingLog.Kind;
import dev.weft.kv.testkit.Hushed;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that does wrong over and over can't fill the log. */
final class ClosingLogTest {

  @RegisterExtension static final Hushed LOG = new Hushed("dev.weft.kv");

  private static final int LINES = ClosingLog.LINES;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 1);
  private final ClosingLog closings = new ClosingLog();

  private void write(Kind kind, int lines) {
    for (int i = 0; i < lines; i++) {
      closings.write(kind, clock, () -> "closed");
    }
  }

  private static String more(String level, int count, String reasons) {
    return level
        + " "
        + count
        + " more connections were closed for "
        + reasons
        + "; only 10 of these lines are written in 10 s.";
  }

  @Test
  void lines_beyondTheLimit_areLeftOutAndTheirNumberIsSaid() {
    write(Kind.MALFORMED, LINES + 3);
    clock.advance(ClosingLog.SPAN.minusNanos(1));
    write(Kind.MALFORMED, 1);
    assertThat(LOG.messages()).hasSize(LINES).allMatch("INFO closed"::equals);

    clock.advanceNanos(1);
    write(Kind.MALFORMED, 1);
    assertThat(LOG.messages().subList(LINES, LOG.messages().size()))
        .containsExactly(more("INFO", 4, "frames that are none"), "INFO closed");
  }

  @Test
  void lines_upToTheLimitInEachSpan_areAllWritten() {
    for (int span = 0; span < 5; span++) {
      write(Kind.TOO_LARGE, LINES);
      clock.advance(ClosingLog.SPAN);
    }
    assertThat(LOG.messages()).hasSize(5 * LINES).allMatch("WARNING closed"::equals);
  }

  @Test
  void kinds_areLimitedApart() {
    write(Kind.MALFORMED, 2 * LINES);
    write(Kind.TOO_LARGE, 2);
    write(Kind.FAILURE, 1);
    assertThat(LOG.messages().subList(LINES, LOG.messages().size()))
        .containsExactly("WARNING closed", "WARNING closed", "SEVERE closed");
  }

  @Test
  void number_withNoLineAfterTheSpan_isSaidByTheTask() throws Exception {
    var stop = new StopSignal();
    try (Weft weft = ((RuntimeOptions) Weft.builder()).clock(clock).workers(1).build()) {
      JoinHandle<Void> task = weft.spawn(closings.reportLate(stop, clock));
      for (int left = 1; left < 3; left++) {
        LOG.messages().clear();
        write(Kind.FAILURE, LINES + left);
        assertThat(LOG.messages()).hasSize(LINES);
        Eventually.until(
            "the number is said",
            () -> {
              clock.advance(Duration.ofSeconds(1));
              return LOG.messages().size() > LINES;
            });
        assertThat(LOG.messages().getLast()).isEqualTo(more("SEVERE", left, "failures"));
      }
      stop.stop();
      weft.blockOn(task);
    }
  }

  @Test
  void clients_sendingNoFramesOverAndOver_costOneLineEachUpToTheLimitOnly() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    for (int i = 0; i < 5 * LINES; i++) {
      InMemoryPeer bad = server.connect();
      bad.send(new byte[] {0, 0, 0, 4, -1, -1, -1, -1});
      bad.run();
    }
    assertThat(LOG.messages())
        .hasSize(LINES)
        .allMatch(line -> line.startsWith("INFO peer was closed: "));
    server.advance(ClosingLog.SPAN);
    InMemoryPeer bad = server.connect();
    bad.send(new byte[] {0, 0, 0, 4, -1, -1, -1, -1});
    bad.run();
    assertThat(LOG.messages().get(LINES))
        .isEqualTo(more("INFO", 4 * LINES, "frames that are none"));
    InMemoryPeer good = server.connect();
    assertThat(good.ask(hset("t", "k", text("v"))).getStatus()).isEqualTo(200);
  }

  @Test
  void server_endsWithinTheSpan_saysTheNumberAtItsEnd() throws Exception {
    try (RunningServer server = RunningServer.start(builder -> builder.maxFrame(1 << 20))) {
      for (int i = 0; i < LINES + 5; i++) {
        try (RawConnection bad = server.connect()) {
          bad.sendHex("7fffffff");
          assertThat(bad.endsNow()).isTrue();
        }
      }
      try (RawConnection good = server.connect()) {
        assertThat(good.ask(hget("t", "k")).getStatus()).isEqualTo(404);
      }
    }
    List<String> warnings =
        LOG.messages().stream().filter(line -> line.startsWith("WARNING ")).toList();
    assertThat(warnings).hasSize(LINES + 1);
    assertThat(warnings.getLast()).isEqualTo(more("WARNING", 5, "frames above the limit"));
  }
}
