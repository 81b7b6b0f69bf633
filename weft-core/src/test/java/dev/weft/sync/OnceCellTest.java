package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.sync.OnceCell.TrySet;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class OnceCellTest {

  private final TestTask task = new TestTask();
  private final OnceCell<Integer> cell = new OnceCell<>();

  @Test
  void getOrInit_two_runsOne() throws Exception {
    var event = new Futures.Event<Integer>();
    var other = new Futures.Event<Integer>();
    Future<Integer> first = cell.getOrInit(event);
    Future<Integer> second = cell.getOrInit(other);
    task.pending(first);
    task.pending(second);
    assertThat(cell).hasToString("OnceCell[busy]");

    event.complete(7);

    assertThat(task.ready(first)).isEqualTo(7);
    assertThat(task.ready(second)).isEqualTo(7);
    assertThat(other.polls()).isZero();
    assertThat(other.cancels()).isEqualTo(1);
    assertThat(cell.get()).isEqualTo(7);
    assertThat(task.ready(cell.getOrInit(Futures.never()))).isEqualTo(7);
  }

  @Test
  void getOrInit_firstFails_runsTheSecond() throws Exception {
    var event = new Futures.Event<Integer>();
    var failure = new IllegalStateException("mine");
    Future<Integer> first =
        cell.getOrInit(
            Futures.after(
                1,
                () -> {
                  throw failure;
                }));
    Future<Integer> second = cell.getOrInit(event);
    task.pending(first);
    task.pending(second);
    task.takeWakes();

    assertThatThrownBy(() -> task.poll(first)).isSameAs(failure);

    assertThat(task.takeWakes()).isEqualTo(1);
    task.pending(second);
    assertThat(event.polls()).isEqualTo(1);
    event.complete(8);
    assertThat(task.ready(second)).isEqualTo(8);
  }

  @Test
  void getOrInit_firstCancelled_runsTheSecondOnceCleanedUp() throws Exception {
    Future<Integer> first = cell.getOrInit(new Futures.SlowToCancel<>(0, () -> {}));
    Future<Integer> second = cell.getOrInit(Futures.ready(() -> 8));
    task.pending(first);
    task.pending(second);

    assertThat(first.cancel()).isFalse();
    task.pending(second);
    assertThatThrownBy(() -> task.poll(first)).isInstanceOf(Cancellation.class);

    assertThat(task.ready(second)).isEqualTo(8);
  }

  @Test
  void cancel_gotTheTurnUnseen_passesItOn() throws Exception {
    Future<Integer> first = cell.getOrInit(Futures.never());
    Future<Integer> second = cell.getOrInit(Futures.never());
    Future<Integer> third = cell.getOrInit(Futures.ready(() -> 9));
    task.pending(first);
    task.pending(second);
    task.pending(third);
    assertThat(first.cancel()).isTrue();
    task.takeWakes();

    assertThat(second.cancel()).isTrue();

    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(task.ready(third)).isEqualTo(9);
  }

  @Test
  void getOrInit_null_failsAndLeavesTheCellEmpty() throws Exception {
    assertThatThrownBy(() -> task.poll(cell.getOrInit(Futures.ready(() -> null))))
        .isInstanceOf(NullPointerException.class);

    assertThat(cell.isInitialized()).isFalse();
    assertThat(task.ready(cell.getOrInit(Futures.ready(() -> 1)))).isEqualTo(1);
  }

  @Test
  void trySet_eachState_saysWhyNot() throws Exception {
    Future<Integer> init = cell.getOrInit(Futures.never());
    task.pending(init);
    assertThat(cell.trySet(1)).isEqualTo(new TrySet.Initializing<>(1));
    init.cancel();
    assertThat(cell.trySet(2)).isEqualTo(new TrySet.Done<>());
    assertThat(cell.trySet(3)).isEqualTo(new TrySet.AlreadySet<>(3));
    assertThat(cell.get()).isEqualTo(2);
    assertThat(OnceCell.of(4).get()).isEqualTo(4);
  }

  @Test
  void waitForValue_turnIsGivenBack_takesNoTurnFromWhoWantsIt() throws Exception {
    Future<Integer> init = cell.getOrInit(Futures.never());
    task.pending(init);
    Future<Integer> watcher = cell.waitForValue();
    task.pending(watcher);
    Future<Integer> next = cell.getOrInit(Futures.ready(() -> 5));
    task.pending(next);

    init.cancel();

    assertThat(task.ready(next)).isEqualTo(5);
    assertThat(task.ready(watcher)).isEqualTo(5);
  }

  @Test
  void lazyCell_fails_runsAgainForTheNext() throws Exception {
    var runs = new AtomicInteger();
    LazyCell<Integer> lazy =
        LazyCell.of(
            () -> {
              if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("first time");
              }
              return runs.get();
            });
    assertThat(lazy.getNow()).isNull();
    assertThat(runs).hasValue(0);

    try (var weft = dev.weft.Weft.builder().workers(1).build()) {
      assertThatThrownBy(() -> weft.blockOn(lazy.get())).hasMessage("first time");
      assertThat(weft.blockOn(lazy.get())).isEqualTo(2);
      assertThat(weft.blockOn(lazy.get())).isEqualTo(2);
    }
    assertThat(lazy.getNow()).isEqualTo(2);
    assertThat(lazy).hasToString("LazyCell[2]");
  }
}
