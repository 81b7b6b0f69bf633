package dev.weft.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimeSnippetsTest {

  @Test
  void interval_onAManualClock_ticksEachSecond() throws Exception {
    var clock = new ManualClock();
    var reports = new AtomicInteger();
    try (Weft weft = SpiSnippets.onClock(clock)) {
      weft.spawn(TimeSnippets.reporting(reports::incrementAndGet)).detach();
      Eventually.until("the first tick", () -> reports.get() == 1);
      clock.advance(Duration.ofSeconds(3));
      Eventually.until("three more", () -> reports.get() == 4);
    }
  }

  @Test
  void sleep_reset_lastsItsNewTime() throws Exception {
    var clock = new ManualClock();
    try (Weft weft = SpiSnippets.onClock(clock)) {
      Sleep sleep = TimeSnippets.later(Sleep.after(Duration.ZERO));
      JoinHandle<Void> handle = weft.spawn(sleep);
      weft.blockOn(weft.spawn(Sleep.after(Duration.ZERO)));
      assertThat(handle.isFinished()).isFalse();
      clock.advance(Duration.ofSeconds(5));
      weft.blockOn(handle);
    }
  }
}
