package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AsyncBarrierTest {

  private final TestTask task = new TestTask();

  @Test
  void arrive_manyRounds_hasOneLeaderEach() throws Exception {
    var barrier = new AsyncBarrier(100);
    for (int round = 0; round < 10; round++) {
      List<Future<Boolean>> waits = new ArrayList<>();
      for (int i = 1; i < 100; i++) {
        Future<Boolean> wait = barrier.arrive();
        task.pending(wait);
        waits.add(wait);
      }
      task.takeWakes();
      assertThat(task.ready(barrier.arrive())).isTrue();
      assertThat(task.takeWakes()).isEqualTo(99);
      for (Future<Boolean> wait : waits) {
        assertThat(task.ready(wait)).isFalse();
      }
    }
  }

  @Test
  void arrive_noParties_leadsAtOnce() throws Exception {
    assertThat(task.ready(new AsyncBarrier(0).arrive())).isTrue();
    assertThat(task.ready(new AsyncBarrier(1).arrive())).isTrue();
    assertThatThrownBy(() -> new AsyncBarrier(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void cancel_othersNotThere_hasNotArrived() throws Exception {
    var barrier = new AsyncBarrier(2);
    Future<Boolean> gone = barrier.arrive();
    task.pending(gone);

    assertThat(gone.cancel()).isTrue();

    assertThat(barrier.waiting()).isZero();
    Future<Boolean> other = barrier.arrive();
    task.pending(other);
    assertThat(task.ready(barrier.arrive())).isTrue();
    assertThat(task.ready(other)).isFalse();
  }

  @Test
  void cancel_roundComplete_changesNothingForTheNext() throws Exception {
    var barrier = new AsyncBarrier(2);
    Future<Boolean> gone = barrier.arrive();
    task.pending(gone);
    task.ready(barrier.arrive());

    assertThat(gone.cancel()).isTrue();

    assertThat(barrier).hasToString("AsyncBarrier[0 of 2]");
    task.pending(barrier.arrive());
  }

  @Test
  void wake_arrivesAgain_doesNotDeadlock() throws Exception {
    var barrier = new AsyncBarrier(2);
    Future<Boolean> first = barrier.arrive();
    Future<Boolean> again = barrier.arrive();
    first.poll(
        Context.of(
            () -> {
              try {
                task.pending(again);
              } catch (Exception impossible) {
                throw new AssertionError(impossible);
              }
            }));

    assertThat(task.ready(barrier.arrive())).isTrue();

    assertThat(barrier.waiting()).isEqualTo(1);
    assertThat(task.ready(first)).isFalse();
  }
}
