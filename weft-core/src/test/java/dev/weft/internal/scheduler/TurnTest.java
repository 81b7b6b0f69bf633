package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.internal.timer.WheelTimerQueue;
import dev.weft.spi.Driver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnTest {

  private final CountingDriver driver = new CountingDriver();
  private final SleeperCall call = new SleeperCall(driver);
  private final Turn turn =
      new Turn(call, new WheelTimerQueue(SystemSpi.CLOCK.nanoTime(), call), SystemSpi.CLOCK, 0);

  @Test
  void tryPark_driverWithoutSockets_sleepsInTheDriverWhereANewSocketEndsIt() throws Exception {
    var parker = new Parker();
    parker.bind();
    assertThat(turn.tryPark(parker, 5_000_000_000L)).isTrue();
    assertThat(driver.waits).containsExactly(5_000_000_000L);
  }

  @Test
  void park_driverWithoutSockets_leavesItAlone() throws Exception {
    var parker = new Parker();
    parker.bind();
    turn.park(parker, 1);
    assertThat(driver.waits).isEmpty();
  }

  /** A selector would report each of them again, and take the interest in it away. */
  @Test
  void tryTurn_whileEventsAreUnhandled_leavesTheDriverAlone() throws Exception {
    driver.sources = 1;
    driver.events = 100;
    turn.tryTurn(61);
    turn.tryTurn(61);
    assertThat(driver.waits).hasSize(1);
    turn.tryTurn(61);
    assertThat(driver.waits).hasSize(2);
  }

  @Test
  void tryTurn_withFewOrNoEvents_asksTheDriverEachTime() throws Exception {
    driver.sources = 1;
    driver.events = 61;
    turn.tryTurn(61);
    turn.tryTurn(61);
    driver.events = 0;
    turn.tryTurn(61);
    turn.tryTurn(61);
    assertThat(driver.waits).hasSize(4);
  }

  @Test
  void tryTurn_bySomebodyElse_asksTheDriverWhateverIsUnhandled() throws Exception {
    driver.sources = 1;
    driver.events = 100_000;
    turn.tryTurn(61);
    turn.tryTurn();
    assertThat(driver.waits).hasSize(2);
    turn.tryTurn(1024);
    assertThat(driver.waits).as("a thousand polls are enough").hasSize(3);
  }

  private static final class CountingDriver implements Driver {

    private final List<Long> waits = new ArrayList<>();
    private int sources;
    private int events;

    @Override
    public int turn(long timeoutNanos) {
      waits.add(timeoutNanos);
      return events;
    }

    @Override
    public void wakeup() {
      throw new AssertionError("nobody wakes in these tests");
    }

    @Override
    public int sources() {
      return sources;
    }

    @Override
    public void close() {
      throw new AssertionError("nobody closes in these tests");
    }
  }
}
