package dev.weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.time.Sleep;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TestTaskTest {

  private final TestTask task = new TestTask();

  @Test
  void advance_belowAMillisecond_movesExactlyThatFar() {
    task.advance(Duration.ofNanos(7));
    assertThat(task.nanoTime()).isEqualTo(7);
    task.clock().advance(Duration.ofNanos(-9));
    assertThat(task.nanoTime()).isEqualTo(-2);
    task.clock().set(5);
    assertThat(task.nanoTime()).isEqualTo(5);
  }

  @Test
  void run_futureThatNothingWakes_fails() {
    Future<Void> stuck = cx -> Poll.pending();
    assertThatThrownBy(() -> task.run(stuck))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("nothing can wake it");
  }

  @Test
  void readyAndPending_otherwise_fail() {
    assertThatThrownBy(() -> task.ready(Sleep.after(Duration.ofSeconds(1))))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> task.pending(Sleep.after(Duration.ZERO)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void awaitWakes_fromAnotherThread_returns() throws Exception {
    var thread = new Thread(task.waker()::wake);
    thread.start();
    task.awaitWakes(1);
    thread.join();
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(task.wakes()).isZero();
  }

  @Test
  void awaitWakes_thatDoNotCome_fails() {
    assertThatThrownBy(() -> new WakeCounter().awaitWakes(1, Duration.ofMillis(2)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("0 times");
  }

  @Test
  void wakeAt_wakesAtThatTime() {
    var waker = new WakeCounter();
    task.wakeAt(10, waker);
    task.advance(Duration.ofNanos(9));
    assertThat(waker.wakes()).isZero();
    task.advance(Duration.ofNanos(1));
    assertThat(waker.wakes()).isEqualTo(1);
  }

  @Test
  void abort_delivered_cancelsWhatIsPolled() throws Exception {
    var sleep = Sleep.after(Duration.ofSeconds(1));
    task.pending(sleep);
    task.requestAbort();
    assertThat(task.abortPending()).isTrue();
    assertThat(task.wakes()).isEqualTo(1);
    task.deliverAbort();
    assertThat(task.abortPending()).isFalse();
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void services_thatWereNotGiven_areNamed() {
    assertThatThrownBy(() -> task.services().driver())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no driver");
  }
}
