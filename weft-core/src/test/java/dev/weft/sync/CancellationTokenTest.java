package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class CancellationTokenTest {

  private final TestTask task = new TestTask();
  private final CancellationToken parent = new CancellationToken();
  private final CancellationToken child = parent.childToken();
  private final CancellationToken sibling = parent.childToken();

  private Future<Void> waiting(CancellationToken token) throws Exception {
    Future<Void> wait = token.cancelled();
    task.pending(wait);
    return wait;
  }

  @Test
  void cancel_parent_wakesEachChildOnce() throws Exception {
    Future<Void> first = waiting(child);
    Future<Void> second = waiting(sibling);

    parent.cancel();
    parent.cancel();

    assertThat(task.wakes()).isEqualTo(2);
    task.ready(first);
    task.ready(second);
    assertThat(child.isCancelled()).isTrue();
  }

  @Test
  void cancel_child_leavesParentAndSiblingAlone() throws Exception {
    Future<Void> own = waiting(child);
    Future<Void> others = waiting(sibling);
    Future<Void> above = waiting(parent);

    child.cancel();

    assertThat(task.wakes()).isEqualTo(1);
    task.ready(own);
    task.pending(others);
    task.pending(above);
    assertThat(parent.isCancelled()).isFalse();
  }

  @Test
  void childToken_ofCancelled_isCancelled() throws Exception {
    parent.cancel();

    CancellationToken late = parent.childToken();

    assertThat(late.isCancelled()).isTrue();
    task.ready(late.cancelled());
  }

  @Test
  void cancel_grandparent_reachesTheGrandchildOfAForgottenToken() throws Exception {
    CancellationToken grandchild = parent.childToken().childToken();
    Future<Void> wait = waiting(grandchild);

    parent.cancel();

    assertThat(task.wakes()).isEqualTo(1);
    task.ready(wait);
  }

  @Test
  void cancel_waitGivenUp_leavesNothingInLine() throws Exception {
    Future<Void> wait = waiting(child);

    assertThat(wait.cancel()).isTrue();
    parent.cancel();

    assertThat(task.wakes()).isZero();
    assertThat(parent.cancels.toString()).isEqualTo("Notify[]");
  }

  @Test
  void cancel_wakerComesBack_doesNotDeadlock() throws Exception {
    Future<Void> wait = child.cancelled();
    wait.poll(Context.of(parent::cancel));

    child.cancel();

    assertThat(parent.isCancelled()).isTrue();
    task.ready(wait);
  }

  @Test
  void dropGuard_closed_cancelsUnlessDisarmed() {
    try (var guard = child.dropGuard()) {
      assertThat(guard.disarm()).isSameAs(child);
    }
    assertThat(child.isCancelled()).isFalse();
    try (var guard = child.dropGuard()) {
      assertThat(guard).hasToString("DropGuard[armed]");
    }
    assertThat(child.isCancelled()).isTrue();
  }

  @Test
  void runUntilCancelled_tokenCancelledBefore_neverPolls() throws Exception {
    parent.cancel();
    var polled = new AtomicInteger();

    assertThat(task.ready(child.runUntilCancelled(Futures.ready(polled::incrementAndGet))))
        .isNull();

    assertThat(polled).hasValue(0);
  }

  @Test
  void runUntilCancelled_bothAtOnce_favoursTheValue() throws Exception {
    var event = new Futures.Event<Integer>();
    Future<Integer> run = child.runUntilCancelled(event);
    task.pending(run);
    child.cancel();
    event.complete(7);

    assertThat(task.ready(run)).isEqualTo(7);
  }

  @Test
  void runUntilCancelled_cancelled_waitsForTheCleanUp() throws Exception {
    var cleaned = new AtomicInteger();
    Future<Object> run =
        child.runUntilCancelled(new Futures.SlowToCancel<>(2, cleaned::incrementAndGet));
    task.pending(run);
    parent.cancel();

    task.pending(run);
    assertThat(cleaned).hasValue(0);
    assertThat(task.run(run)).isNull();
    assertThat(cleaned).hasValue(1);
  }

  @Test
  void runUntilCancelled_ownerCancels_cleansUpAndIsCancelled() throws Exception {
    var cleaned = new AtomicInteger();
    Future<Object> run =
        child.runUntilCancelled(new Futures.SlowToCancel<>(0, cleaned::incrementAndGet));
    task.pending(run);

    assertThat(run.cancel()).isFalse();

    assertThatThrownBy(() -> task.poll(run)).isInstanceOf(Cancellation.class);
    assertThat(cleaned).hasValue(1);
    parent.cancel();
    assertThat(task.wakes()).isZero();
  }

  @Test
  void runUntilCancelled_fails_failsWithTheSameException() {
    var failure = new IllegalStateException("mine");
    assertThatThrownBy(
            () ->
                task.poll(
                    child.runUntilCancelled(
                        Futures.ready(
                            () -> {
                              throw failure;
                            }))))
        .isSameAs(failure);
    assertThat(parent.cancels.toString()).isEqualTo("Notify[]");
  }
}
