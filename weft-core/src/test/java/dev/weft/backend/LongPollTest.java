package dev.weft.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.Weft.LongPoll;
import dev.weft.Weft.SpawnOptions;
import dev.weft.testkit.Eventually;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the watchdog says of polls that take long, on each scheduler. */
@Timeout(60)
class LongPollTest {

  private static final Duration THRESHOLD = Duration.ofMillis(20);

  /** So long that a busy machine takes the processor away for less. */
  private static final Duration RARE = Duration.ofMillis(250);

  private static final SpawnOptions STUCK = SpawnOptions.defaults().name("stuck");

  private final ConcurrentLinkedQueue<LongPoll> reports = new ConcurrentLinkedQueue<>();

  private Weft.Builder watched() {
    return Weft.builder().workers(2).watchdog(THRESHOLD).onLongPoll(reports::add);
  }

  /** Keeps the thread, which a virtual thread that parks doesn't. */
  private static void hold(BooleanSupplier end) {
    long start = System.nanoTime();
    while (!end.getAsBoolean()) {
      if (System.nanoTime() - start > 20_000_000_000L) {
        throw new AssertionError("nothing was reported for 20 s");
      }
      Thread.onSpinWait();
    }
  }

  private void assertReportedWithLine(String method) {
    assertThat(reports)
        .singleElement()
        .satisfies(
            report -> {
              assertThat(report.task().name()).isEqualTo("stuck");
              assertThat(report.lasting()).isGreaterThanOrEqualTo(THRESHOLD);
              assertThat(report.stack()).anyMatch(frame -> frame.getMethodName().equals("hold"));
              StackTraceElement line = report.task().location();
              assertThat(line).isNotNull();
              assertThat(line.getClassName()).isEqualTo(LongPollTest.class.getName());
              assertThat(line.getMethodName()).startsWith(method);
              assertThat(line.getLineNumber()).isPositive();
            });
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void longPoll_ofABlock_isReportedWithItsNameItsLineAndTheStack(Weft.Scheduler scheduler)
      throws Exception {
    try (Weft weft = watched().scheduler(scheduler).build()) {
      weft.blockOn(weft.spawn(Async.async(() -> hold(() -> !reports.isEmpty())), STUCK));
      assertThat(weft.metrics().longPolls()).isEqualTo(1);
    }
    assertReportedWithLine("lambda$");
  }

  private final class ByHand implements Future<Object> {
    @Override
    public Poll<Object> poll(Context cx) {
      hold(() -> !reports.isEmpty());
      return Poll.ready(null);
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void longPoll_ofAFutureByHand_isReportedWithThatLine(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = watched().scheduler(scheduler).build()) {
      weft.blockOn(weft.spawn(new ByHand(), STUCK));
    }
    assertThat(reports.peek().task().location().getClassName()).isEqualTo(ByHand.class.getName());
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void listener_throws_isReportedAndTheNextLongPollToo(Weft.Scheduler scheduler) throws Exception {
    var unhandled = new ConcurrentLinkedQueue<Throwable>();
    var failure = new IllegalStateException("bad listener");
    Weft.Builder builder =
        Weft.builder()
            .scheduler(scheduler)
            .watchdog(THRESHOLD)
            .onUnhandled(unhandled::add)
            .onLongPoll(
                report -> {
                  throw failure;
                });
    try (Weft weft = builder.build()) {
      for (int i = 1; i <= 2; i++) {
        int wanted = i;
        weft.blockOn(weft.spawn(Async.async(() -> hold(() -> unhandled.size() >= wanted)), STUCK));
      }
    }
    assertThat(unhandled).containsExactly(failure, failure);
  }

  /** True once polls that begin from now on were reported twice, on a runtime beside. */
  private static BooleanSupplier whenOthersAreReported(Weft beside, Collection<LongPoll> theirs) {
    beside.spawn(Async.async(() -> hold(() -> !theirs.isEmpty())));
    beside.spawn(Async.async(() -> hold(() -> theirs.size() >= 2)));
    return () -> theirs.size() >= 2;
  }

  @Test
  void watchdog_zero_reportsNothing() throws Exception {
    var theirs = new ConcurrentLinkedQueue<LongPoll>();
    try (Weft beside = watched().onLongPoll(theirs::add).build();
        Weft weft = watched().watchdog(Duration.ZERO).build()) {
      weft.blockOn(weft.spawn(Async.async(() -> hold(whenOthersAreReported(beside, theirs)))));
      assertThat(weft.metrics().longPolls()).isZero();
    }
    assertThat(reports).isEmpty();
  }

  @Test
  void blockInPlace_takesLong_isNotReported() throws Exception {
    var theirs = new ConcurrentLinkedQueue<LongPoll>();
    try (Weft beside = watched().watchdog(RARE).onLongPoll(theirs::add).build();
        Weft weft = watched().watchdog(RARE).build()) {
      Future<Object> blocks =
          cx ->
              Poll.ready(
                  Async.blockInPlace(
                      () -> {
                        hold(whenOthersAreReported(beside, theirs));
                        return null;
                      }));
      weft.blockOn(weft.spawn(blocks, STUCK));
    }
    assertThat(reports).isEmpty();
  }

  @Test
  void longPoll_withoutListener_isLoggedWithTheStack() throws Exception {
    var lines = new ConcurrentLinkedQueue<LogRecord>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            if (line.getMessage().contains("'logged'")) {
              lines.add(line);
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("dev.weft");
    logger.addHandler(handler);
    try (Weft weft = Weft.builder().watchdog(THRESHOLD).build()) {
      weft.blockOn(
          weft.spawn(
              Async.async(() -> hold(() -> !lines.isEmpty())),
              SpawnOptions.defaults().name("logged")));
    } finally {
      logger.removeHandler(handler);
    }
    LogRecord line = lines.peek();
    assertThat(line.getMessage()).contains("A poll takes long", "LongPollTest.java:");
    assertThat(Arrays.asList(line.getThrown().getStackTrace()))
        .anyMatch(frame -> frame.getMethodName().equals("hold"));
    Eventually.until("one line", () -> lines.size() == 1);
  }
}
