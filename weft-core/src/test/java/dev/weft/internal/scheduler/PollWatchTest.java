package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The watch over one worker, by a time that stands still unless told otherwise. */
class PollWatchTest {

  private static final long THRESHOLD = 100;

  private final PollWatch watch = new PollWatch();

  private boolean look(long ticks, long now) {
    watch.look(ticks, now);
    return watch.isFirstTime(THRESHOLD, now);
  }

  @Test
  void poll_reachesTheThreshold_isReportedOnce() {
    assertThat(look(1, 1000)).isFalse();
    assertThat(look(1, 1099)).isFalse();
    assertThat(look(1, 1100)).isTrue();
    assertThat(look(1, 1200)).isFalse();
    assertThat(watch.lastingNanos(1200)).isEqualTo(200);
  }

  @Test
  void nextPoll_takesLongAsWell_isReportedAgain() {
    look(1, 0);
    assertThat(look(1, 100)).isTrue();
    assertThat(look(3, 110)).isFalse();
    assertThat(look(3, 210)).isTrue();
  }

  @Test
  void betweenTwoPolls_howeverLong_nothingIsReported() {
    look(2, 0);
    assertThat(look(2, 10_000)).isFalse();
    assertThat(watch.lastingNanos(10_000)).isEqualTo(-1);
  }

  @Test
  void clock_overflows_isCountedOn() {
    look(1, Long.MAX_VALUE - 10);
    assertThat(look(1, Long.MIN_VALUE + 88)).isFalse();
    assertThat(look(1, Long.MIN_VALUE + 89)).isTrue();
  }

  @Test
  void forget_aPollThatCouldNotBeDescribed_isReportedAtTheNextLook() {
    look(1, 0);
    assertThat(look(1, 100)).isTrue();
    watch.forget();
    assertThat(look(1, 101)).isTrue();
  }

  @Test
  void lineOfBlock_fromAStack_isTheOutermostFrameOfTheUserAboveThePoll() {
    StackTraceElement line =
        Watchdog.lineOfBlock(
            new StackTraceElement[] {
              frame("java.lang.Thread", "sleep"),
              frame("org.example.Helper", "inner"),
              frame("org.example.Service", "lambda$block$0"),
              frame("dev.weft.codegen.AsyncState", "pollRaw"),
              frame("dev.weft.internal.task.TaskCell", "run"),
              frame("dev.weft.internal.scheduler.CurrentThread", "drive"),
              frame("org.example.Main", "main"),
            });
    assertThat(line).isEqualTo(frame("org.example.Service", "lambda$block$0"));
  }

  @Test
  void lineOfBlock_withoutCodeOfTheUser_isUnknown() {
    assertThat(
            Watchdog.lineOfBlock(
                new StackTraceElement[] {frame("dev.weft.internal.task.TaskCell", "run")}))
        .isNull();
  }

  @Test
  void log_ofManyLongPolls_isBoundedAndTellsHowManyWereLeftOut() {
    var clock = new ManualClock();
    List<String> lines = new ArrayList<>();
    var log = new LongPollLog(clock::nanoTime, (line, stack) -> lines.add(line));
    var task = new Weft.TaskInfo(7, "running", "f", null, "busy");
    var poll =
        new Weft.LongPoll(
            "w-0", task, Duration.ofMillis(120), List.of(frame("org.example.Service", "block")));
    for (int i = 0; i < LongPollLog.LINES + 5; i++) {
      log.accept(poll);
    }
    assertThat(lines)
        .hasSize(LongPollLog.LINES)
        .allMatch(
            "A poll takes long: task 7 'busy' running f keeps w-0 for more than 120 ms."::equals);
    clock.advanceNanos(LongPollLog.PERIOD_NANOS);
    log.accept(poll);
    assertThat(lines.getLast()).endsWith("for more than 120 ms (5 more were left out before).");
    clock.advanceNanos(LongPollLog.PERIOD_NANOS);
    log.accept(poll);
    assertThat(lines.getLast()).endsWith("for more than 120 ms.");
  }

  private static StackTraceElement frame(String type, String method) {
    return new StackTraceElement(type, method, null, 1);
  }
}
