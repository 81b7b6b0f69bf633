package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.snippets.RetrySnippets.Client;
import dev.weft.testkit.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RetrySnippetsTest {

  private static Client failing(int times, AtomicInteger calls) {
    return key ->
        async(
            () -> {
              if (calls.incrementAndGet() <= times) {
                throw new IOException("no answer");
              }
              return "value of " + key;
            });
  }

  @Test
  void retry_serviceFailsOnce_secondAttemptAnswers() throws Exception {
    var calls = new AtomicInteger();
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(RetrySnippets.patient(failing(1, calls)))).isEqualTo("value of a");
    }
    assertThat(calls.get()).isEqualTo(2);
  }

  @Test
  void firstSuccess_oneReplicaIsDown_theOtherAnswers() throws Exception {
    var calls = new AtomicInteger();
    try (Weft weft = Weft.create()) {
      Client down = failing(Integer.MAX_VALUE, calls);
      Client up = failing(0, new AtomicInteger());
      assertThat(weft.blockOn(RetrySnippets.fromAny(List.of(down, up)))).isEqualTo("value of a");
    }
  }

  @Test
  void deadline_secondStepTakesTooLong_fails() {
    var clock = new ManualClock();
    try (Weft weft = SpiSnippets.onClock(clock)) {
      assertThatThrownBy(
              () ->
                  weft.blockOn(
                      RetrySnippets.both(
                          weft,
                          step ->
                              async(
                                  () -> {
                                    clock.advance(Duration.ofMillis(600));
                                    if (step.equals("second")) {
                                      await(sleep(Duration.ofDays(1)));
                                    }
                                    return 1;
                                  }))))
          .isInstanceOf(TimeoutException.class);
    }
  }
}
