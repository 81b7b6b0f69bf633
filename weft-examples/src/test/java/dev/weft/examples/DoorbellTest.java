package dev.weft.examples;

import static dev.weft.Async.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.*;
import dev.weft.testkit.Eventually;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DoorbellTest {

  private final Doorbell bell = new Doorbell();
  private final AtomicInteger wakes = new AtomicInteger();
  private final Context cx = Context.of(wakes::incrementAndGet);

  @Test
  void main_run_welcomesAllInOrder() throws Exception {
    assertThat(Output.of(() -> CustomEventSource.main(new String[0])))
        .containsExactly("Welcome, Ann!", "Welcome, Ben!", "Welcome, Cleo!");
  }

  @Test
  void ring_whileATaskWaits_wakesItOnce() throws Exception {
    Future<String> answer = bell.answer();
    assertThat(answer.poll(cx).isReady()).isFalse();
    bell.ring("Ann");
    bell.ring("Ben");
    assertThat(wakes).hasValue(1);
    assertThat(answer.poll(cx)).isEqualTo(Poll.ready("Ann"));
    assertThatThrownBy(() -> answer.poll(cx)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void ring_beforeAnybodyWaits_isKept() throws Exception {
    bell.ring("Ann");
    assertThat(wakes).hasValue(0);
    assertThat(bell.answer().poll(cx)).isEqualTo(Poll.ready("Ann"));
  }

  @Test
  void ring_afterTheWaitMoved_wakesTheLatestWaker() throws Exception {
    Future<String> answer = bell.answer();
    answer.poll(Context.of(Waker.noop()));
    answer.poll(cx);
    bell.ring("Ann");
    assertThat(wakes).hasValue(1);
  }

  @Test
  void answer_cancelled_leavesTheVisitorForTheNext() throws Exception {
    Future<String> first = bell.answer();
    first.poll(cx);
    assertThat(first.cancel()).isTrue();
    bell.ring("Ann");
    assertThat(wakes).hasValue(0);
    assertThat(bell.answer().poll(cx)).isEqualTo(Poll.ready("Ann"));
  }

  @Test
  void task_thatWaits_isPolledOnlyWhenWoken() throws Exception {
    var polls = new AtomicInteger();
    Future<String> answer = bell.answer();
    Future<String> counted =
        context -> {
          polls.incrementAndGet();
          return answer.poll(context);
        };
    try (Weft weft = Weft.create()) {
      JoinHandle<String> task = weft.spawn(counted);
      Eventually.until("the task waits", () -> polls.get() == 1);
      weft.blockOn(spawnedElsewhere());
      assertThat(polls).hasValue(1);
      bell.ring("Ann");
      assertThat(weft.blockOn(task)).isEqualTo("Ann");
      assertThat(polls).hasValue(2);
    }
  }

  /** Other work on the same runtime, during which the task could be polled in vain. */
  private static Future<Void> spawnedElsewhere() {
    return async(
        () -> {
          for (int i = 0; i < 100; i++) {
            await(spawn(yieldNow()));
          }
        });
  }
}
