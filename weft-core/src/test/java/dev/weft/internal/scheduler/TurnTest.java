package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.internal.timer.WheelTimerQueue;
import dev.weft.spi.Driver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnTest {

  private final SourcelessDriver driver = new SourcelessDriver();
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

  private static final class SourcelessDriver implements Driver {

    private final List<Long> waits = new ArrayList<>();

    @Override
    public int turn(long timeoutNanos) {
      waits.add(timeoutNanos);
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
