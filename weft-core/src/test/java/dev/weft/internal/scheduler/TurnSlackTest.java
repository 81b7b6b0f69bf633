package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.internal.timer.WheelTimerQueue;
import dev.weft.spi.Driver;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestTimer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When timers fire in a turn that has a slack. */
final class TurnSlackTest {

  private static final long SLACK = 500_000;
  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  private final ManualClock clock = new ManualClock();
  private final long start = SLACK * Math.floorDiv(clock.nanoTime(), SLACK) + SLACK;
  private final List<Long> firedAfter = new ArrayList<>();
  private final List<Long> slept = new ArrayList<>();
  private final Parker parker = new Parker();
  private final Turn turn = turn(SLACK);
  private final Turn neighbour = turn(SLACK);

  TurnSlackTest() {
    clock.advance(Duration.ofNanos(start - clock.nanoTime()));
    parker.bind();
  }

  private Turn turn(long slackNanos) {
    var call = new SleeperCall(new SleepingDriver());
    return new Turn(call, new WheelTimerQueue(clock.nanoTime(), call), clock, slackNanos);
  }

  private void add(long delayNanos) {
    turn.timers()
        .add(new TestTimer(start + delayNanos, () -> firedAfter.add(clock.nanoTime() - start)));
  }

  @Test
  void park_fewTimers_meetsEachDeadline() throws Exception {
    for (int i = 1; i < 8; i++) {
      add(1_000L * i);
    }
    for (int i = 1; i < 8; i++) {
      turn.tryPark(parker, LONG);
    }
    assertThat(firedAfter).containsExactly(1_000L, 2_000L, 3_000L, 4_000L, 5_000L, 6_000L, 7_000L);
  }

  @Test
  void park_aCrowd_sleepsToTheBoundaryAndFiresWhatIsDueThen() throws Exception {
    for (int i = 1; i <= 20; i++) {
      add(40_000L * i);
    }
    turn.tryPark(parker, LONG);
    assertThat(slept).containsExactly(SLACK);
    assertThat(firedAfter).hasSize(12).containsOnly(SLACK);
    turn.tryPark(parker, LONG);
    assertThat(slept).containsExactly(SLACK, SLACK);
    assertThat(firedAfter).hasSize(20);
  }

  @Test
  void park_thousandsOfTimersASecond_wakesUpTwiceAMillisecond() throws Exception {
    int timers = 10_000;
    for (int i = 1; i <= timers; i++) {
      add(4_000L * i);
    }
    while (firedAfter.size() < timers) {
      turn.tryPark(parker, LONG);
    }
    assertThat(slept.stream().filter(wait -> wait > 0)).hasSizeLessThan(100);
    for (int i = 0; i < timers; i++) {
      assertThat(firedAfter.get(i) - 4_000L * (i + 1)).isBetween(0L, SLACK);
    }
  }

  @Test
  void park_aCrowdBehindItsLimit_sleepsToTheLimit() throws Exception {
    for (int i = 1; i <= 20; i++) {
      add(40_000L * i);
    }
    turn.tryPark(parker, 100);
    assertThat(slept).containsExactly(100L);
    assertThat(firedAfter).isEmpty();
  }

  @Test
  void tryTurn_aCrowdIsHeldBack_leavesItForTheBoundary() throws Exception {
    for (int i = 1; i <= 20; i++) {
      add(40_000L * i);
    }
    turn.tryTurn();
    clock.advance(Duration.ofNanos(SLACK - 1));
    turn.tryTurn();
    assertThat(firedAfter).isEmpty();
    clock.advance(Duration.ofNanos(1));
    turn.tryTurn();
    assertThat(firedAfter).hasSize(12);
  }

  @Test
  void park_aCrowdWithoutSlack_meetsEachDeadline() throws Exception {
    Turn exact = turn(0);
    for (int i = 1; i <= 20; i++) {
      long delay = 1_000L * i;
      exact
          .timers()
          .add(
              new TestTimer(start + delay, () -> firedAfter.add(clock.nanoTime() - start - delay)));
    }
    for (int i = 1; i <= 20; i++) {
      exact.tryPark(parker, LONG);
    }
    assertThat(firedAfter).hasSize(20).containsOnly(0L);
  }

  @Test
  void leavesWorkTo_neighbourThatIsAwake_isFalse() throws Exception {
    var left = new ArrayList<Boolean>();
    for (int i = 1; i <= 20; i++) {
      turn.timers().add(new TestTimer(start + i, () -> left.add(turn.leavesWorkTo(neighbour))));
    }
    turn.tryPark(parker, LONG);
    assertThat(left).hasSize(20).containsOnly(false);
  }

  @Test
  void leavesWorkTo_neighbourThatWakesUpWithinTheSlack_isTrue() throws Exception {
    assertThat(leftTo(SLACK + SLACK)).containsOnly(true);
  }

  @Test
  void leavesWorkTo_neighbourThatSleepsForLonger_isFalse() throws Exception {
    assertThat(leftTo(SLACK + SLACK + 1)).containsOnly(false);
  }

  /** What the turn says in its crowd's timers, while the neighbour sleeps for some time. */
  private List<Boolean> leftTo(long neighbourNanos) throws Exception {
    var left = new ArrayList<Boolean>();
    for (int i = 1; i <= 20; i++) {
      turn.timers().add(new TestTimer(start + i, () -> left.add(turn.leavesWorkTo(neighbour))));
    }
    inSleep = () -> turn.tryPark(parker, LONG);
    neighbour.tryPark(new Parker(), neighbourNanos);
    assertThat(left).hasSize(20);
    return left;
  }

  private Turning inSleep = () -> true;

  private interface Turning {
    boolean run() throws IOException;
  }

  /** Its sleep makes the time pass. */
  private final class SleepingDriver implements Driver {

    @Override
    public int turn(long timeoutNanos) throws IOException {
      Turning once = inSleep;
      inSleep = () -> true;
      if (timeoutNanos > 0) {
        slept.add(timeoutNanos);
      }
      once.run();
      clock.advance(Duration.ofNanos(timeoutNanos));
      return 0;
    }

    @Override
    public void wakeup() {
      throw new AssertionError("nobody wakes in these tests");
    }

    @Override
    public int sources() {
      return 0;
    }

    @Override
    public void close() {
      throw new AssertionError("nobody closes in these tests");
    }
  }
}
