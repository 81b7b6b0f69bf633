package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JoinTest {

  private final TestTask task = new TestTask();

  private static Join<List<Object>> join(Future<?>... futures) {
    return new Join<>(List.of(futures), false, Arrays::asList);
  }

  private static Join<List<Object>> tryJoin(Future<?>... futures) {
    return new Join<>(List.of(futures), true, Arrays::asList);
  }

  @Test
  void join_allReady_resultsInOrderInOnePoll() throws Exception {
    assertThat(task.ready(join(Script.ready(1), Script.ready(null), Script.ready(3))))
        .containsExactly(1, null, 3);
  }

  @Test
  void join_ofNothing_isReady() throws Exception {
    assertThat(task.ready(join())).isEmpty();
  }

  @Test
  void join_pendingChildren_completesWithTheLast() throws Exception {
    var fast = Script.after(1, "a");
    var slow = Script.after(3, "b");
    var join = join(fast, slow);
    task.pending(join);
    task.pending(join);
    task.pending(join);
    assertThat(task.ready(join)).containsExactly("a", "b");
    assertThat(fast.polls).isEqualTo(2);
  }

  @Test
  void join_polledAgainAfterItsEnd_illegalState() throws Exception {
    var join = join(Script.ready(1));
    task.ready(join);
    assertThatThrownBy(() -> task.poll(join))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("join of 1 was polled after it had completed");
  }

  @Test
  void join_polledInItsOwnPoll_illegalState() {
    var self = new ArrayList<Join<?>>();
    var prober =
        Script.<Object>ready(2)
            .inPoll(
                () ->
                    assertThatThrownBy(() -> self.getFirst().pollRaw(task))
                        .hasMessageContaining("polled by two at once"));
    self.add(join(prober));
    assertThat(catchThrowable(() -> task.poll(self.getFirst()))).isNull();
  }

  @Test
  void join_eachPoll_beginsAtTheNextChild() throws Exception {
    var order = new StringBuilder();
    var join =
        join(
            Script.after(3, 1).inPoll(() -> order.append('1')),
            Script.after(3, 2).inPoll(() -> order.append('2')),
            Script.after(3, 3).inPoll(() -> order.append('3')));
    for (int i = 0; i < 3; i++) {
      task.pending(join);
      order.append(' ');
    }
    assertThat(order).hasToString("123 231 312 ");
  }

  @Test
  void join_budgetEaterAndSmallTask_bothGetFiveRounds() throws Exception {
    int[] rounds = new int[2];
    var eater = new Rounds(rounds, 0, 128);
    var small = new Rounds(rounds, 1, 1);
    var join = join(eater, small);
    int polls = 0;
    while (rounds[0] < 5 || rounds[1] < 5) {
      task.pending(join);
      assertThat(++polls).isLessThanOrEqualTo(12);
    }
  }

  /** Spends some of the budget in each of its polls, and wants to be polled again. */
  private static final class Rounds extends LeafFuture<Void> {
    private final int[] rounds;
    private final int index;
    private final int cost;

    Rounds(int[] rounds, int index, int cost) {
      this.rounds = rounds;
      this.index = index;
      this.cost = cost;
    }

    @Override
    protected Object pollLeaf(Context cx) {
      var poll = (TestTask) cx;
      for (int i = 0; i < cost; i++) {
        poll.spend();
      }
      rounds[index]++;
      poll.wake();
      return PENDING;
    }
  }

  @Test
  void join_budgetUsedUp_yieldsAndGoesOnWhereItStopped() throws Exception {
    var second = Script.after(1, 2);
    var join = join(Script.after(1, 1).inPoll(() -> task.setBudget(0)), second, Script.after(1, 3));
    task.pending(join);
    assertThat(second.polls).isZero();
    assertThat(task.yielded()).isTrue();
    assertThat(task.takeWakes()).isEqualTo(1);
    task.pending(join);
    assertThat(second.polls).isEqualTo(1);
  }

  @Test
  void join_turnTaken_pollsNoFurtherChild() throws Exception {
    var second = Script.ready(2);
    var holder = Script.after(2, 1);
    var join = join(holder.inPoll(() -> task.setTurn("block")), second);
    task.pending(join);
    task.pending(join);
    assertThat(holder.polls).isEqualTo(2);
    assertThat(second.polls).isZero();
    holder.inPoll(() -> {});
    task.setTurn(null);
    assertThat(task.ready(join)).containsExactly(1, 2);
  }

  @Test
  void join_turnTakenElsewhere_pollsNothing() throws Exception {
    var child = Script.ready(1);
    var join = join(child);
    task.setTurn("block");
    task.pending(join);
    assertThat(child.polls).isZero();
    task.setTurn(null);
    task.ready(join);
  }

  @Test
  void join_twoFailures_firstInTimeThrownAfterAll() throws Exception {
    var late = new IOException("late");
    var early = new IOException("early");
    var last = Script.after(3, 3);
    var join = join(Script.after(2, late), Script.after(1, early), last);
    assertThat(runToEnd(join)).isSameAs(early).hasSuppressedException(late);
    assertThat(last.end).isEqualTo(Script.End.COMPLETED);
  }

  @Test
  void join_sameExceptionTwice_notSuppressedOnItself() {
    var failure = new IOException("shared");
    assertThat(runToEnd(join(Script.failing(failure), Script.failing(failure)))).isSameAs(failure);
    assertThat(failure.getSuppressed()).isEmpty();
  }

  @Test
  void join_failureWithoutSuppression_othersReported() {
    var frozen = new FrozenException();
    var other = new IOException("other");
    assertThat(runToEnd(join(Script.failing(frozen), Script.failing(other)))).isSameAs(frozen);
    assertThat(task.unhandled()).containsExactly(other);
  }

  private static final class FrozenException extends Exception {
    private static final long serialVersionUID = 1;

    FrozenException() {
      super("frozen", null, false, false);
    }
  }

  @Test
  void join_failure_valuesOfSiblingsClosed() {
    var resource = new Resource();
    var failure = new IOException();
    assertThat(runToEnd(join(Script.ready(resource), Script.after(2, failure)))).isSameAs(failure);
    assertThat(resource.closes).isEqualTo(1);
  }

  @Test
  void join_failureAndFailingClose_closeSuppressed() {
    var failure = new IOException("main");
    var close = new IOException("close");
    var join = join(Script.ready(new Resource(close)), Script.failing(failure));
    assertThat(runToEnd(join)).isSameAs(failure).hasSuppressedException(close);
  }

  @Test
  void join_failure_slowCloseOfSiblingAwaited() throws Exception {
    var resource = new SlowResource();
    var failure = new IOException();
    var join = join(Script.ready(resource), Script.failing(failure));
    task.pending(join);
    assertThat(runToEnd(join)).isSameAs(failure);
    assertThat(resource.closing.end).isEqualTo(Script.End.COMPLETED);
  }

  @Test
  void join_success_closesNothing() throws Exception {
    var resource = new Resource();
    assertThat(task.ready(join(Script.ready(resource)))).containsExactly(resource);
    assertThat(resource.closes).isZero();
  }

  @Test
  void tryJoin_firstFailure_cancelsTheRestAndWaitsForTheirCleanUp() throws Exception {
    var failure = new IOException();
    var quick = Script.never();
    var slow = Script.never().slowCancel(2);
    var join = tryJoin(quick, Script.after(1, failure), slow);
    task.pending(join);
    task.pending(join);
    assertThat(quick.end).isEqualTo(Script.End.RELEASED);
    assertThat(slow.cancels).isEqualTo(1);
    assertThat(runToEnd(join)).isSameAs(failure);
    assertThat(slow.end).isEqualTo(Script.End.FAILED);
    assertThat(failure.getSuppressed()).isEmpty();
  }

  @Test
  void tryJoin_failureInCleanUp_suppressed() {
    var failure = new IOException("main");
    var cleanUp = new IOException("clean-up");
    var slow = Script.never().slowCancel(1, cleanUp);
    assertThat(runToEnd(tryJoin(slow, Script.failing(failure))))
        .isSameAs(failure)
        .hasSuppressedException(cleanUp);
  }

  @Test
  void tryJoin_closeFailedDuringCancellation_suppressed() {
    var failure = new IOException("main");
    var close = new IOException("close");
    var cancellation = new Cancellation("x");
    cancellation.addSuppressed(close);
    var slow = Script.never().slowCancel(1, cancellation);
    assertThat(runToEnd(tryJoin(slow, Script.failing(failure))))
        .isSameAs(failure)
        .hasSuppressedException(close);
  }

  @Test
  void tryJoin_failure_lateValueOfCancelledSiblingClosed() {
    var resource = new Resource();
    var slow = Script.never().slowCancel(2, resource);
    var failure = new IOException();
    assertThat(runToEnd(tryJoin(slow, Script.after(1, failure)))).isSameAs(failure);
    assertThat(resource.closes).isEqualTo(1);
  }

  @Test
  void cancel_beforeTheFirstPoll_childrenReleasedAndNeverPolled() {
    var a = Script.ready(1);
    var b = Script.never().slowCancel(5);
    var join = join(a, b);
    assertThat(join.cancel()).isTrue();
    assertThat(a.end).isEqualTo(Script.End.RELEASED);
    assertThat(b.end).isEqualTo(Script.End.RELEASED);
    assertThat(join.cancel()).isTrue();
    assertThatThrownBy(() -> task.poll(join)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cancel_pendingLeaves_releasedAtOnce() throws Exception {
    var leaf = Script.never();
    var join = join(Script.ready(1), leaf);
    task.pending(join);
    assertThat(join.cancel()).isTrue();
    assertThat(leaf.end).isEqualTo(Script.End.RELEASED);
  }

  @Test
  void cancel_slowChild_polledOnThenCancellation() throws Exception {
    var quick = Script.never();
    var slow = Script.never().slowCancel(2);
    var join = join(quick, slow);
    task.pending(join);
    assertThat(join.cancel()).isFalse();
    assertThat(join.cancel()).isFalse();
    assertThat(slow.cancels).isEqualTo(1);
    task.pending(join);
    task.pending(join);
    assertThat(catchThrowable(() -> task.poll(join))).isInstanceOf(Cancellation.class);
    assertThat(quick.polls).isEqualTo(1);
  }

  @Test
  void cancel_collectedResource_closedBeforeCancellation() throws Exception {
    var resource = new Resource();
    var join = join(Script.ready(resource), Script.never());
    task.pending(join);
    assertThat(join.cancel()).isFalse();
    assertThat(catchThrowable(() -> task.poll(join))).isInstanceOf(Cancellation.class);
    assertThat(resource.closes).isEqualTo(1);
  }

  @Test
  void cancel_allStillComplete_valueDelivered() throws Exception {
    var join = join(Script.ready(1), Script.never().slowCancel(1, 2));
    task.pending(join);
    assertThat(join.cancel()).isFalse();
    task.pending(join);
    assertThat(task.ready(join)).containsExactly(1, 2);
  }

  @Test
  void cancel_childFailsInCleanUp_failureThrown() throws Exception {
    var failure = new IOException();
    var join = join(Script.never().slowCancel(1, failure), Script.never());
    task.pending(join);
    assertThat(join.cancel()).isFalse();
    assertThat(runToEnd(join)).isSameAs(failure);
  }

  @Test
  void cancel_afterAFailureWasSeen_failureThrownNotLost() throws Exception {
    var failure = new IOException();
    var join = join(Script.failing(failure), Script.never());
    task.pending(join);
    assertThat(join.cancel()).isFalse();
    assertThat(runToEnd(join)).isSameAs(failure);
  }

  @Test
  void cancel_childThrowsFromCancel_siblingsCancelledAndFailureThrown() throws Exception {
    var failure = new IllegalStateException("bad cancel");
    var bad =
        Script.never()
            .inCancel(
                () -> {
                  throw failure;
                });
    var sibling = Script.never();
    var join = join(bad, sibling);
    task.pending(join);
    assertThat(join.cancel()).isFalse();
    assertThat(sibling.end).isEqualTo(Script.End.RELEASED);
    assertThat(runToEnd(join)).isSameAs(failure);
  }

  @Test
  void cancel_inTheMiddleOfItsOwnPoll_allChildrenCleanUpInThatPoll() throws Exception {
    var self = new ArrayList<Join<?>>();
    var before = Script.never().slowCancel(0);
    var running =
        Script.never().slowCancel(0).inPoll(() -> assertThat(self.getFirst().cancel()).isFalse());
    var after = Script.never();
    var join = join(before, running, after);
    self.add(join);
    assertThat(catchThrowable(() -> task.poll(join))).isInstanceOf(Cancellation.class);
    assertThat(before.end).isEqualTo(Script.End.FAILED);
    assertThat(running.end).isEqualTo(Script.End.FAILED);
    assertThat(after.polls).isZero();
    assertThat(after.end).isEqualTo(Script.End.RELEASED);
  }

  @Test
  void large_wakeOfOneChild_pollsThatChildOnly() throws Exception {
    List<Script<Integer>> children =
        IntStream.range(0, 1000).mapToObj(i -> Script.<Integer>after(0, i).byEvent()).toList();
    var join = new Join<>(children, false, Arrays::asList);
    pollWhileYielding(join);
    for (int i = 999; i >= 0; i--) {
      children.get(i).fire();
      assertThat(task.takeWakes()).isPositive();
      if (i > 0) {
        task.pending(join);
      }
    }
    assertThat(task.ready(join)).hasSize(1000).startsWith(0, 1, 2);
    assertThat(children).allMatch(child -> child.polls == 2);
  }

  @Test
  void large_hundredThousandChildren_linear() throws Exception {
    int n = 100_000;
    var children = new ArrayList<Script<Integer>>();
    for (int i = 0; i < n; i++) {
      children.add(Script.<Integer>after(1, i).byEvent());
    }
    var join = new Join<>(children, false, Arrays::asList);
    task.pending(join);
    for (int round = 0; round < 2; round++) {
      for (var child : children) {
        child.fire();
        if (round == 0 || child != children.getLast()) {
          task.pending(join);
        }
      }
      if (round == 0) {
        assertThat(children).allMatch(child -> child.polls == 2);
      }
    }
    assertThat(task.ready(join)).hasSize(n);
  }

  @Test
  void large_tryJoinFailure_cancelledChildrenPolledToTheirEnd() throws Exception {
    var failure = new IOException();
    var children = new ArrayList<Script<Object>>();
    for (int i = 0; i < 50; i++) {
      children.add(Script.never().slowCancel(0));
    }
    var failing = Script.after(0, failure).byEvent();
    children.add(failing);
    var join = new Join<>(children, true, Arrays::asList);
    task.pending(join);
    failing.fire();
    assertThat(catchThrowable(() -> task.poll(join))).isSameAs(failure);
    assertThat(children).allMatch(child -> child.end == Script.End.FAILED);
  }

  @Test
  void large_turnTaken_childThatHoldsItIsPolledWhenTheTaskIsWoken() throws Exception {
    var children = new ArrayList<Script<Object>>();
    for (int i = 0; i < 20; i++) {
      children.add(Script.ready(i));
    }
    children.set(3, Script.after(2, "block").inPoll(() -> task.setTurn("block")));
    var join = new Join<>(children, false, Arrays::asList);
    task.pending(join);
    assertThat(children.get(4).polls).isZero();
    task.pending(join);
    children.get(3).inPoll(() -> {});
    task.setTurn(null); // the task is woken, not the child's own waker
    assertThat(task.ready(join)).hasSize(20).contains("block");
  }

  private void pollWhileYielding(Future<?> future) throws Exception {
    do {
      task.takeWakes();
      task.pending(future);
    } while (task.yielded());
  }

  private Throwable runToEnd(Future<?> future) {
    return catchThrowable(
        () -> {
          for (int i = 0; i < 20; i++) {
            if (task.poll(future).isReady()) {
              return;
            }
          }
          throw new AssertionError(future + " is stuck.");
        });
  }
}
