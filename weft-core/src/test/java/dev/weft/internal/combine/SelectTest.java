package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.codegen.Shared;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectTest {

  private final TestTask task = new TestTask();

  private static Select<Map.Entry<Integer, Object>> biased(Future<?>... branches) {
    return new Select<>(Group.owned(List.of(branches)), true, AbstractMap.SimpleEntry::new);
  }

  private static Select<Map.Entry<Integer, Object>> random(Future<?>... branches) {
    return new Select<>(Group.owned(List.of(branches)), false, AbstractMap.SimpleEntry::new);
  }

  @Test
  void biased_severalReady_earliestWins() throws Exception {
    for (int i = 0; i < 50; i++) {
      assertThat(task.ready(biased(Script.never(), Script.ready("b"), Script.ready("c"))))
          .isEqualTo(Map.entry(1, "b"));
    }
  }

  @Test
  void biased_large_earliestOfThoseThatAreWokenWins() throws Exception {
    var branches = new ArrayList<Script<Object>>();
    for (int i = 0; i < 20; i++) {
      branches.add(Script.<Object>after(0, "v" + i).byEvent());
    }
    var select = new Select<>(Group.owned(branches), true, AbstractMap.SimpleEntry::new);
    task.pending(select);
    branches.get(15).fire();
    branches.get(7).fire();
    assertThat(task.ready(select)).isEqualTo(Map.entry(7, (Object) "v7"));
    assertThat(branches).filteredOn(b -> b.end == Script.End.RELEASED).hasSize(19);
  }

  @Test
  void random_severalReady_eachWinsSometimes() throws Exception {
    var winners = new HashSet<Integer>();
    for (int i = 0; i < 100; i++) {
      winners.add(
          task.ready(random(Script.ready("a"), Script.ready("b"), Script.ready("c"))).getKey());
    }
    assertThat(winners).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void random_sameSeed_sameWinners() throws Exception {
    var runs = new HashSet<List<Integer>>();
    for (int run = 0; run < 3; run++) {
      var fresh = new TestTask();
      var winners = new ArrayList<Integer>();
      for (int i = 0; i < 20; i++) {
        winners.add(fresh.ready(random(Script.ready("a"), Script.ready("b"))).getKey());
      }
      runs.add(winners);
    }
    assertThat(runs).hasSize(1);
  }

  @Test
  void select_outsideAnyRuntime_works() throws Exception {
    var select = random(Script.never(), Script.ready("b"));
    assertThat(select.poll(Context.of(() -> {})).isReady()).isTrue();
  }

  @Test
  void winner_losersReleasedBeforeTheResult() throws Exception {
    var loser = Script.never();
    var unpolled = Script.never().slowCancel(9);
    task.ready(biased(loser, Script.ready(1), unpolled));
    assertThat(loser.end).isEqualTo(Script.End.RELEASED);
    assertThat(unpolled.end).isEqualTo(Script.End.RELEASED);
    assertThat(unpolled.polls).isZero();
  }

  @Test
  void winner_slowLosers_waitsForAllOfThem() throws Exception {
    var quick = Script.never().slowCancel(1);
    var slow = Script.never().slowCancel(3);
    var select = biased(quick, slow, Script.ready(1));
    for (int i = 0; i < 3; i++) {
      task.pending(select);
    }
    assertThat(quick.end).isEqualTo(Script.End.FAILED);
    assertThat(task.ready(select).getValue()).isEqualTo(1);
    assertThat(slow.end).isEqualTo(Script.End.FAILED);
  }

  @Test
  void loser_lateResource_closedBeforeTheResult() throws Exception {
    var resource = new Resource();
    var select = biased(Script.never().slowCancel(1, resource), Script.ready(1));
    task.pending(select);
    assertThat(task.ready(select).getValue()).isEqualTo(1);
    assertThat(resource.closes).isEqualTo(1);
  }

  @Test
  void loser_lateAsyncResource_itsCloseIsAwaited() throws Exception {
    var resource = new SlowResource();
    var select = biased(Script.never().slowCancel(0, resource), Script.ready(1));
    task.pending(select);
    task.pending(select);
    assertThat(task.ready(select).getValue()).isEqualTo(1);
    assertThat(resource.closing.end).isEqualTo(Script.End.COMPLETED);
  }

  @Test
  void loser_lateValueWithHandler_handedOverOnce() throws Exception {
    var discarded = new ArrayList<Object>();
    var resource = new Resource();
    var loser = new OnDiscard<>(Script.never().slowCancel(1, resource), discarded::add);
    var select = biased(loser, Script.ready(1));
    task.pending(select);
    task.ready(select);
    assertThat(discarded).containsExactly(resource);
    assertThat(resource.closes).isZero();
  }

  @Test
  void loser_handlerBelowTimeoutAndKeptRace_stillCalled() throws Exception {
    var discarded = new ArrayList<Object>();
    Future<Object> connect = new OnDiscard<>(Script.never().slowCancel(0, "late"), discarded::add);
    Future<Object> limited = new Timeout<>(java.time.Duration.ofSeconds(1), connect);
    task.ready(biased(biased(limited, Script.never()), Script.ready(1)));
    assertThat(discarded).containsExactly("late");
  }

  @Test
  void loser_joinWithResources_eachClosed() throws Exception {
    var first = new Resource();
    var second = new SlowResource();
    var late = Script.never().slowCancel(0, second);
    var join = new Join<>(List.of(Script.ready(first), late), false, List::of);
    var select = biased(join, Script.ready(1));
    task.pending(select);
    task.pending(select);
    task.ready(select);
    assertThat(first.closes).isEqualTo(1);
    assertThat(second.closing.end).isEqualTo(Script.End.COMPLETED);
  }

  @Test
  void loser_failsInCleanUp_reported() throws Exception {
    var cleanUp = new IOException();
    var select = biased(Script.never().slowCancel(0, cleanUp), Script.ready(1));
    assertThat(task.ready(select).getValue()).isEqualTo(1);
    assertThat(task.unhandled()).containsExactly(cleanUp);
  }

  @Test
  void loser_closeOfLateValueFails_reported() throws Exception {
    var close = new IOException();
    task.ready(biased(Script.never().slowCancel(0, new Resource(close)), Script.ready(1)));
    assertThat(task.unhandled()).containsExactly(close);
  }

  @Test
  void loser_throwsFromCancel_reported() throws Exception {
    var failure = new IllegalStateException();
    var bad =
        Script.never()
            .inCancel(
                () -> {
                  throw failure;
                });
    task.ready(biased(bad, Script.ready(1)));
    assertThat(task.unhandled()).containsExactly(failure);
  }

  @Test
  void winnerFails_losersAndHandlersFailToo_suppressed() {
    var failure = new IOException("winner");
    var cleanUp = new IOException("clean-up");
    var handler = new IllegalStateException("handler");
    Future<Object> handled =
        new OnDiscard<>(
            Script.never().slowCancel(0, "late"),
            value -> {
              throw handler;
            });
    var select = biased(Script.never().slowCancel(0, cleanUp), handled, Script.failing(failure));
    assertThat(catchThrowable(() -> task.run(select))).isSameAs(failure);
    assertThat(failure.getSuppressed()).containsExactly(cleanUp, handler);
    assertThat(task.unhandled()).isEmpty();
  }

  @Test
  void keep_loses_neitherCancelledNorConsumed_andRacedAgain() throws Exception {
    Script<Object> kept = Script.<Object>after(0, "kept").byEvent();
    task.ready(biased(new Keep<>(kept), Script.ready(1)));
    assertThat(kept.cancels).isZero();
    assertThat(kept.end).isEqualTo(Script.End.OPEN);
    task.takeWakes();
    kept.fire();
    assertThat(task.takeWakes()).isEqualTo(1); // still registered with the task
    assertThat(task.ready(biased(Script.never(), new Keep<>(kept))))
        .isEqualTo(Map.entry(1, "kept"));
  }

  @Test
  void keep_ofSharedFuture_waitGivenUpAndTakenAnew() throws Exception {
    var shared = new SharedScript();
    var view = new Keep<Object>(shared);
    task.ready(biased(view, Script.ready(1)));
    assertThat(shared.waits.getFirst().end).isEqualTo(Script.End.RELEASED);
    task.ready(biased(view, Script.ready(1)));
    assertThat(shared.waits).hasSize(2);
    assertThat(shared.waits.getLast().end).isEqualTo(Script.End.RELEASED);
  }

  private static final class SharedScript implements Shared<Object> {
    final List<Script<Object>> waits = new ArrayList<>();

    @Override
    public RawFuture<Object> newWait() {
      Script<Object> wait = Script.never();
      waits.add(wait);
      return wait;
    }

    @Override
    public dev.weft.Poll<Object> poll(Context cx) {
      throw new AssertionError("A shared future is waited for.");
    }
  }

  @Test
  void keep_underOnDiscard_isSparedToo() throws Exception {
    var kept = Script.never();
    task.ready(biased(new OnDiscard<>(new Keep<>(kept), value -> {}), Script.ready(1)));
    assertThat(kept.cancels).isZero();
  }

  @Test
  void keep_raceItselfCancelled_cancelled() throws Exception {
    var kept = Script.never();
    var select = biased(new Keep<>(kept), Script.never());
    task.pending(select);
    assertThat(select.cancel()).isTrue();
    assertThat(kept.end).isEqualTo(Script.End.RELEASED);
  }

  @Test
  void cancel_pendingLeaves_releasedAtOnce() throws Exception {
    var select = biased(Script.never(), Script.never());
    task.pending(select);
    assertThat(select.cancel()).isTrue();
  }

  @Test
  void cancel_slowBranch_polledOnThenCancellation() throws Exception {
    var select = biased(Script.never(), Script.never().slowCancel(1));
    task.pending(select);
    assertThat(select.cancel()).isFalse();
    task.pending(select);
    assertThat(catchThrowable(() -> task.poll(select))).isInstanceOf(Cancellation.class);
  }

  @Test // J05: clause chosen, result dropped
  void cancel_branchStillCompletes_valueDelivered() throws Exception {
    var select = biased(Script.never(), Script.never().slowCancel(1, "item"));
    task.pending(select);
    assertThat(select.cancel()).isFalse();
    task.pending(select);
    assertThat(task.ready(select)).isEqualTo(Map.entry(1, "item"));
  }

  @Test // J05
  void cancel_whileLosersCleanUp_winnersValueDelivered() throws Exception {
    var select = biased(Script.never().slowCancel(2), Script.ready("item"));
    task.pending(select);
    assertThat(select.cancel()).isFalse();
    task.pending(select);
    assertThat(task.ready(select)).isEqualTo(Map.entry(1, "item"));
  }

  @Test
  void cancel_twoStillComplete_firstDeliveredOtherDisposedOf() throws Exception {
    var second = new Resource();
    var select = biased(Script.never().slowCancel(0, "a"), Script.never().slowCancel(0, second));
    task.pending(select);
    assertThat(select.cancel()).isFalse();
    assertThat(task.ready(select)).isEqualTo(Map.entry(0, "a"));
    assertThat(second.closes).isEqualTo(1);
  }

  @Test // J08: cancel and failure race
  void cancel_branchFails_failureThrownWithTheOthersSuppressed() throws Exception {
    var first = new IOException("first");
    var second = new IOException("second");
    var select = biased(Script.never().slowCancel(0, first), Script.never().slowCancel(0, second));
    task.pending(select);
    assertThat(select.cancel()).isFalse();
    assertThat(catchThrowable(() -> task.poll(select))).isSameAs(first);
    assertThat(first.getSuppressed()).containsExactly(second);
  }

  @Test
  void cancel_inTheMiddleOfItsOwnPoll_branchCompletingNowWins() throws Exception {
    var self = new ArrayList<Select<?>>();
    var running = Script.never().slowCancel(0, "last").inPoll(() -> self.getFirst().cancel());
    var select = biased(Script.never().slowCancel(0), running, Script.ready("unpolled"));
    self.add(select);
    assertThat(task.ready(select)).isEqualTo(Map.entry(1, "last"));
  }

  @Test
  void budget_noneLeft_raceYieldsBeforeAnyBranch() throws Exception {
    var branch = Script.ready(1);
    var select = biased(branch);
    task.setBudget(0);
    assertThat(task.pollOn(select).isReady()).isFalse();
    assertThat(task.yielded()).isTrue();
    assertThat(branch.polls).isZero();
  }

  @Test // an always-ready loop beside a yield, the loop first
  void budget_alwaysReadyLoopFirst_yieldSecondWins() throws Exception {
    var select = biased(new Loop(), new YieldNow());
    task.pending(select);
    assertThat(task.ready(select).getKey()).isEqualTo(1);
  }

  /** Completes leaf operations for ever, as long as the budget lasts. */
  private static final class Loop extends RawFuture<Object> {
    @Override
    public Object pollRaw(Context cx) throws Exception {
      Object result;
      do {
        result = new Always().pollRaw(cx);
      } while (result != PENDING);
      return PENDING;
    }

    @Override
    public boolean claim() {
      return true;
    }
  }

  private static final class Always extends LeafFuture<Object> {
    @Override
    protected Object pollLeaf(Context cx) {
      return 1;
    }
  }

  @Test
  void turnTaken_noFurtherBranchPolled() throws Exception {
    var second = Script.ready(2);
    var select = biased(Script.never().inPoll(() -> task.setTurn("block")), second);
    task.pending(select);
    assertThat(second.polls).isZero();
    task.setTurn(null);
  }
}
