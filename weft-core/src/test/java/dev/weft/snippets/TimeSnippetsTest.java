package dev.weft.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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
  void delayQueue_ofSessions_endsThoseThatWereNotHeardOfForAMinute() throws Exception {
    var clock = new ManualClock();
    var ended = new LinkedBlockingQueue<String>();
    try (Weft weft = SpiSnippets.onClock(clock)) {
      var sessions = new TimeSnippets.Sessions(weft);
      weft.spawn(sessions.expire(ended::add)).detach();
      sessions.begin("a");
      sessions.begin("b");
      sessions.begin("c");
      clock.advance(Duration.ofSeconds(50));
      assertThat(sessions.heard("a")).isTrue();
      sessions.end("c");
      clock.advance(Duration.ofSeconds(10));
      assertThat(ended.poll(10, TimeUnit.SECONDS)).isEqualTo("b");
      assertThat(sessions.heard("b")).isFalse();
      clock.advance(Duration.ofSeconds(50));
      assertThat(ended.poll(10, TimeUnit.SECONDS)).isEqualTo("a");
      assertThat(ended).isEmpty();
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
