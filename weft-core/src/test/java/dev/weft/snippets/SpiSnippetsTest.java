package dev.weft.snippets;

import static dev.weft.Async.sleep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SpiSnippetsTest {

  @Test
  void clock_movedByHand_endsASleep() throws Exception {
    var clock = new ManualClock();
    try (Weft weft = SpiSnippets.onClock(clock)) {
      JoinHandle<Void> day = weft.spawn(sleep(Duration.ofDays(1)));
      weft.blockOn(weft.spawn(sleep(Duration.ZERO))); // behind it in the same worker's queue
      assertThat(day.isFinished()).isFalse();
      clock.advance(Duration.ofDays(1));
      weft.blockOn(day);
    }
  }

  @Test
  void testClock_movedByADay_endsASleepOfADay() throws Exception {
    assertThat(SpiSnippets.tomorrow()).isTrue();
  }
}
