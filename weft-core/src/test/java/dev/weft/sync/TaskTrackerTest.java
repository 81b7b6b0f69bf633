package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;

final class TaskTrackerTest {

  private final TestTask task = new TestTask();
  private final TaskTracker tracker = new TaskTracker();

  @Test
  void waitForAll_openAndEmpty_waitsForTheClose() throws Exception {
    Future<Void> wait = tracker.waitForAll();
    task.pending(wait);

    assertThat(tracker.close()).isTrue();
    assertThat(tracker.close()).isFalse();

    assertThat(task.wakes()).isEqualTo(1);
    task.ready(wait);
    task.ready(tracker.waitForAll());
  }

  @Test
  void waitForAll_closedWithTasks_waitsForTheLast() throws Exception {
    TaskTracker.Token first = tracker.token();
    TaskTracker.Token second = tracker.token();
    tracker.close();
    Future<Void> wait = tracker.waitForAll();
    task.pending(wait);

    first.close();
    first.close();
    assertThat(task.wakes()).isZero();
    assertThat(tracker.size()).isEqualTo(1);
    second.close();

    task.ready(wait);
    assertThat(tracker.isEmpty()).isTrue();
  }

  @Test
  void reopen_waitWasOver_staysOver() throws Exception {
    Future<Void> polled = tracker.waitForAll();
    task.pending(polled);
    Future<Void> created = tracker.waitForAll();
    tracker.close();
    assertThat(tracker.reopen()).isTrue();
    assertThat(tracker.reopen()).isFalse();

    task.ready(polled);
    task.ready(created);
    task.pending(tracker.waitForAll());
  }

  @Test
  void waitForAll_emptyAndClosedAtDifferentMoments_goesOnWaiting() throws Exception {
    TaskTracker.Token token = tracker.token();
    tracker.close();
    Future<Void> wait = tracker.waitForAll();
    task.pending(wait);
    tracker.reopen();
    token.close();
    try (var _ = tracker.token()) {
      tracker.close();
      task.pending(wait);
    }
    task.ready(wait);
  }

  @Test
  void track_completesFailsOrIsCancelled_countsNoLonger() throws Exception {
    Future<Integer> good = tracker.track(Futures.ready(() -> 7));
    Future<Integer> bad =
        tracker.track(
            Futures.ready(
                () -> {
                  throw new IllegalStateException("mine");
                }));
    Future<Object> slow = tracker.track(new Futures.SlowToCancel<>(0, () -> {}));
    Future<Object> unborn = tracker.track(Futures.never());
    assertThat(tracker.size()).isEqualTo(4);

    assertThat(task.ready(good)).isEqualTo(7);
    assertThat(tracker.size()).isEqualTo(3);
    assertThatThrownBy(() -> task.poll(bad)).hasMessage("mine");
    assertThat(tracker.size()).isEqualTo(2);
    assertThat(unborn.cancel()).isTrue();
    assertThat(tracker.size()).isEqualTo(1);
    task.pending(slow);
    assertThat(slow.cancel()).isFalse();
    assertThat(tracker.size()).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(slow)).isInstanceOf(dev.weft.Cancellation.class);
    assertThat(tracker.size()).isZero();
  }

  @Test
  void spawn_outsideAnyRuntime_countsNothing() {
    assertThatThrownBy(() -> tracker.spawn(Futures.ready(() -> 1)))
        .isInstanceOf(IllegalStateException.class);

    assertThat(tracker).hasToString("TaskTracker[0]");
  }
}
