package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CancelSnippetsTest {

  @Test
  void task_aborted_hasCleanedUpWhenItsHandleSaysSo() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(CancelSnippets.startAndStop(log::add))).isEqualTo("stopped");
    }
    // On a slow machine the task may be stopped before it began; then its body never runs.
    assertThat(log).isIn(List.of(), List.of("open", "closed"));
  }

  @Test
  void connect_inTime_givesTheConnection() throws Exception {
    List<CancelSnippets.Connection> pool = new CopyOnWriteArrayList<>();
    CancelSnippets.Connection connection = () -> {};
    try (Weft weft = Weft.create()) {
      Future<CancelSnippets.Connection> attempt = async(() -> connection);
      assertThat(weft.blockOn(CancelSnippets.connect(attempt, pool::add))).isSameAs(connection);
      assertThat(pool).isEmpty();
    }
  }

  @Test
  void work_keptInARace_goesOn() throws Exception {
    var reminders = new AtomicInteger();
    Future<Integer> work = AsyncSnippetsTest.sleepThen(42, Duration.ofMillis(20));
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(CancelSnippets.withReminders(work, reminders::incrementAndGet)))
          .isEqualTo(42);
    }
    assertThat(reminders.get()).isBetween(0, 10);
  }

  @Test
  void transfer_abortedBetweenTheWrites_makesBoth() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    try (Weft weft = Weft.create()) {
      Future<Void> withdraw =
          async(
              () -> {
                log.add("withdrawn");
                await(sleep(Duration.ofMillis(5)));
              });
      Future<Void> deposit =
          async(
              () -> {
                await(yieldNow());
                log.add("deposited");
              });
      JoinHandle<Void> task = weft.spawn(CancelSnippets.transfer(withdraw, deposit));
      Eventually.until("it has begun", () -> !log.isEmpty());
      task.abort();
      assertThatThrownBy(() -> weft.blockOn(task)).isInstanceOf(CancellationException.class);
    }
    assertThat(log).containsExactly("withdrawn", "deposited");
  }
}
