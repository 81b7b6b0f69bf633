package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.JoinSet;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class JoinSetTest {

  private final Tasks tasks = new Tasks();
  private final TestTask task = new TestTask();
  private final JoinSet<Object> set = new JoinSetImpl<>(tasks);

  private static Script<Object> byEvent(Object outcome) {
    return Script.after(0, outcome).byEvent();
  }

  private static <T> T joined(JoinHandle<T> handle) throws Exception {
    return new TestTask().ready(RawFuture.own(handle));
  }

  @Test
  void joinNext_noTask_null() throws Exception {
    assertThat(task.ready(set.joinNext())).isNull();
    assertThat(set.tryJoinNext()).isNull();
  }

  @Test
  void joinNext_severalTasks_inTheOrderOfTheirEnds() throws Exception {
    Script<Object> a = byEvent("a");
    Script<Object> b = byEvent("b");
    JoinHandle<Object> first = set.spawn(a);
    JoinHandle<Object> second = set.spawn(b);
    tasks.runAll();
    Future<JoinHandle<Object>> next = set.joinNext();
    task.pending(next);
    b.fire();
    tasks.runAll();
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(task.ready(next)).isSameAs(second);
    a.fire();
    tasks.runAll();
    assertThat(set.size()).isEqualTo(1);
    assertThat(set.tryJoinNext()).isSameAs(first);
    assertThat(joined(first)).isEqualTo("a");
    assertThat(task.ready(set.joinNext())).isNull();
    assertThat(set.size()).isZero();
  }

  @Test
  void joinNext_taskFails_othersGoOnAndTheHandleTells() throws Exception {
    var broken = new IOException("broken");
    set.spawn(Script.failing(broken));
    JoinHandle<Object> other = set.spawn(Script.after(1, "v").byItself());
    tasks.runAll();
    JoinHandle<Object> failed = task.ready(set.joinNext());
    assertThat(catchThrowable(() -> joined(failed))).isSameAs(broken);
    assertThat(task.ready(set.joinNext())).isSameAs(other);
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void joinNext_failureThatNobodyAwaits_isReportedByTheRuntime() throws Exception {
    var broken = new IOException("broken");
    set.spawn(Script.failing(broken));
    tasks.runAll();
    assertThat(task.ready(set.joinNext())).isNotNull();
    assertThat(tasks.unhandled()).containsExactly(broken);
  }

  @Test
  void joinNext_cancelledAfterItsWake_theNextInLineGetsTheTask() throws Exception {
    Script<Object> a = byEvent("a");
    set.spawn(a);
    tasks.runAll();
    var other = new TestTask();
    Future<JoinHandle<Object>> first = set.joinNext();
    Future<JoinHandle<Object>> second = set.joinNext();
    task.pending(first);
    other.pending(second);
    a.fire();
    tasks.runAll();
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(other.takeWakes()).isZero();
    assertThat(first.cancel()).isTrue();
    assertThat(other.takeWakes()).isEqualTo(1);
    assertThat(joined(other.ready(second))).isEqualTo("a");
  }

  @Test
  void joinNext_lastIsTakenByAnother_nullForTheRest() throws Exception {
    Script<Object> a = byEvent("a");
    set.spawn(a);
    tasks.runAll();
    var other = new TestTask();
    Future<JoinHandle<Object>> second = set.joinNext();
    other.pending(second);
    other.takeWakes();
    a.fire();
    tasks.runAll();
    assertThat(set.tryJoinNext()).isNotNull();
    assertThat(other.takeWakes()).isPositive();
    assertThat(other.ready(second)).isNull();
  }

  @Test
  void joinNext_alwaysReady_yieldsWhenTheBudgetIsUsedUp() throws Exception {
    for (int i = 0; i < 2 * PollContext.BUDGET; i++) {
      set.spawn(Script.ready(i));
    }
    tasks.runAll();
    task.setBudget(PollContext.BUDGET);
    int taken = 0;
    while (task.pollOn(set.joinNext()).isReady()) {
      taken++;
    }
    assertThat(taken).isEqualTo(PollContext.BUDGET);
    assertThat(task.yielded()).isTrue();
  }

  @Test
  void limit_reached_furtherTasksWaitInSpawnOrder() throws Exception {
    set.limit(2);
    var all = new ArrayList<Script<Object>>();
    for (int i = 0; i < 4; i++) {
      all.add(byEvent(i));
      set.spawn(all.get(i));
    }
    tasks.runAll();
    assertThat(all).extracting(s -> s.polls > 0).containsExactly(true, true, false, false);
    all.get(1).fire();
    tasks.runAll();
    assertThat(all).extracting(s -> s.polls > 0).containsExactly(true, true, true, false);
  }

  @Test
  void limit_afterTheFirstSpawnOrZero_isRefused() {
    assertThatThrownBy(() -> set.limit(0)).isInstanceOf(IllegalArgumentException.class);
    set.spawn(Script.ready(1));
    assertThatThrownBy(() -> set.limit(3)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void spawnWhenFree_limitReached_waitsForTheNextEnd() throws Exception {
    set.limit(1);
    Script<Object> a = byEvent("a");
    Script<Object> b = byEvent("b");
    task.ready(set.spawnWhenFree(a));
    tasks.runAll();
    Future<JoinHandle<Object>> spawn = set.spawnWhenFree(b);
    task.pending(spawn);
    assertThat(set.size()).isEqualTo(1);
    a.fire();
    tasks.runAll();
    assertThat(task.takeWakes()).isEqualTo(1);
    JoinHandle<Object> handle = task.ready(spawn);
    b.fire();
    tasks.runAll();
    assertThat(joined(handle)).isEqualTo("b");
  }

  @Test
  void spawnWhenFree_notPolled_startsNothing() {
    Future<JoinHandle<Object>> spawn = set.spawnWhenFree(Script.ready(1));
    assertThat(set.size()).isZero();
    assertThat(spawn.cancel()).isTrue();
  }

  @Test
  void spawnWhenFree_cancelled_futureIsAsItWasAndTheRoomGoesOn() throws Exception {
    set.limit(1);
    Script<Object> a = byEvent("a");
    Script<Object> b = byEvent("b");
    set.spawn(a);
    tasks.runAll();
    var other = new TestTask();
    Future<JoinHandle<Object>> first = set.spawnWhenFree(b);
    Future<JoinHandle<Object>> second = set.spawnWhenFree(Script.ready("c"));
    task.pending(first);
    other.pending(second);
    a.fire();
    tasks.runAll();
    assertThat(first.cancel()).isTrue();
    assertThat(other.takeWakes()).isEqualTo(1);
    other.ready(second);
    tasks.runAll();
    assertThat(b.end).isEqualTo(Script.End.OPEN);
    set.spawn(b);
    b.fire();
    tasks.runAll();
    assertThat(b.end).isEqualTo(Script.End.COMPLETED);
  }

  @Test
  void spawn_refused_countsNothing() {
    Future<Object> once = Script.<Object>ready(1);
    var refusing = new JoinSetImpl<Object>(new RefusingSpawner());
    assertThatThrownBy(() -> refusing.spawn(once)).hasMessage("no");
    assertThat(refusing.size()).isZero();
  }

  private static final class RefusingSpawner implements Spawner {
    @Override
    public <T> JoinHandle<T> spawn(Future<T> future) {
      throw new IllegalStateException("no");
    }
  }

  @Test
  void abortAll_tasksCleanUpAndComeOut() throws Exception {
    set.limit(1);
    Script<Object> slow = Script.<Object>never().byItself().slowCancel(2);
    JoinHandle<Object> running = set.spawn(slow);
    JoinHandle<Object> waiting = set.spawn(Script.ready("never runs"));
    for (int i = 0; i < 5; i++) {
      tasks.step();
    }
    set.abortAll();
    tasks.runAll();
    assertThat(List.of(set.tryJoinNext(), set.tryJoinNext()))
        .containsExactlyInAnyOrder(running, waiting);
    assertThatThrownBy(() -> joined(waiting)).isInstanceOf(CancellationException.class);
    set.spawn(Script.ready("the set goes on"));
    tasks.runAll();
    assertThat(joined(task.ready(set.joinNext()))).isEqualTo("the set goes on");
  }

  @Test
  void close_tasksRun_completesWhenTheyHaveCleanedUp() throws Exception {
    Script<Object> slow = Script.<Object>never().byItself().slowCancel(2);
    set.spawn(slow);
    tasks.step();
    Future<JoinHandle<Object>> waiting = set.joinNext();
    task.pending(waiting);
    Future<Void> close = set.closeAsync();
    var closer = new TestTask();
    closer.pending(close);
    assertThat(task.ready(waiting)).isNull();
    tasks.runAll();
    closer.ready(close);
    assertThat(tasks.live).isZero();
    assertThat(slow.end).isEqualTo(Script.End.FAILED);
    assertThatThrownBy(() -> set.spawn(Script.ready(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("This join set takes no more tasks, since it was closed.");
    assertThatThrownBy(() -> task.poll(set.spawnWhenFree(Script.ready(1))))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void close_spawnWaitsForRoom_fails() throws Exception {
    set.limit(1);
    set.spawn(Script.never());
    tasks.runAll();
    Future<JoinHandle<Object>> spawn = set.spawnWhenFree(Script.ready(1));
    task.pending(spawn);
    task.takeWakes();
    Future<Void> close = set.closeAsync();
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(spawn)).isInstanceOf(IllegalStateException.class);
    tasks.runAll();
    new TestTask().ready(close);
  }

  @Test
  void close_resultsWereNotTaken_failureIsReportedByTheRuntime() throws Exception {
    var broken = new IOException("broken");
    set.spawn(Script.failing(broken));
    tasks.runAll();
    task.ready(set.closeAsync());
    assertThat(task.ready(set.joinNext())).isNull();
    assertThat(tasks.unhandled()).containsExactly(broken);
  }

  @Test
  void joinAll_allSucceed_resultsInTheOrderOfTheirEnds() throws Exception {
    Script<Object> a = byEvent("a");
    set.spawn(a);
    set.spawn(Script.ready(null));
    tasks.runAll();
    Future<List<Object>> all = set.joinAll();
    task.pending(all);
    a.fire();
    tasks.runAll();
    assertThat(task.ready(all)).containsExactly(null, "a");
    assertThat(set.size()).isZero();
  }

  @Test
  void joinAll_oneFails_restIsAbortedAndResultsAreClosed() throws Exception {
    var resource = new Resource();
    var broken = new IOException("broken");
    Script<Object> slow = Script.<Object>never().byItself().slowCancel(1);
    set.spawn(Script.ready(resource));
    set.spawn(slow);
    Script<Object> failing = byEvent(broken);
    set.spawn(failing);
    for (int i = 0; i < 3; i++) {
      tasks.step();
    }
    Future<List<Object>> all = set.joinAll();
    task.pending(all);
    failing.fire();
    for (int i = 0; i < 3; i++) {
      tasks.step();
    }
    task.pending(all);
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(all))).isSameAs(broken);
    assertThat(slow.end).isEqualTo(Script.End.FAILED);
    assertThat(resource.closes).isEqualTo(1);
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void joinAll_oneWasAborted_cancellationException() throws Exception {
    set.spawn(Script.never()).abort();
    set.spawn(Script.ready("v"));
    tasks.runAll();
    assertThat(catchThrowable(() -> task.ready(set.joinAll())))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void joinAll_cancelled_takesNothing() throws Exception {
    var broken = new IOException("broken");
    set.spawn(Script.never());
    set.spawn(Script.failing(broken));
    Future<List<Object>> all = set.joinAll();
    task.pending(all);
    tasks.step();
    tasks.step();
    task.takeWakes();
    assertThat(all.cancel()).isTrue();
    assertThat(set.size()).isEqualTo(2);
    assertThat(catchThrowable(() -> joined(task.ready(set.joinNext())))).isSameAs(broken);
  }

  @Test
  void joinFirst_oneSucceeds_restIsAbortedAndLateResultsAreClosed() throws Exception {
    var resource = new Resource();
    Script<Object> slow = Script.<Object>never().byItself().slowCancel(1, resource);
    Script<Object> good = byEvent("good");
    set.spawn(Script.failing(new IOException("an attempt")));
    set.spawn(slow);
    set.spawn(good);
    for (int i = 0; i < 3; i++) {
      tasks.step();
    }
    Future<Object> first = set.joinFirst();
    task.pending(first);
    good.fire();
    for (int i = 0; i < 3; i++) {
      tasks.step();
    }
    task.pending(first);
    tasks.runAll();
    assertThat(task.ready(first)).isEqualTo("good");
    assertThat(resource.closes).isEqualTo(1);
    assertThat(tasks.unhandled()).isEmpty();
    assertThat(set.size()).isZero();
  }

  @Test
  void joinFirst_allFail_firstIsThrownWithTheOthersSuppressed() throws Exception {
    var one = new IOException("one");
    var two = new IOException("two");
    set.spawn(Script.failing(one));
    set.spawn(Script.failing(two));
    tasks.runAll();
    assertThat(catchThrowable(() -> task.ready(set.joinFirst()))).isSameAs(one);
    assertThat(one.getSuppressed()).containsExactly(two);
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void joinFirst_loserFailsInItsCleanUp_isReported() throws Exception {
    var broken = new IOException("clean-up");
    set.spawn(Script.<Object>never().byItself().slowCancel(1, broken));
    set.spawn(Script.ready("v"));
    Future<Object> first = set.joinFirst();
    task.pending(first);
    tasks.step();
    tasks.step();
    task.pending(first);
    tasks.runAll();
    assertThat(task.ready(first)).isEqualTo("v");
    assertThat(task.unhandled()).containsExactly(broken);
  }

  @Test
  void joinFirst_noTask_isRefused() {
    assertThatThrownBy(() -> task.poll(set.joinFirst()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("joinFirst was called on a join set without tasks; spawn one before.");
  }

  @Test
  void set_manyTasksTaken_holdsNoneOfThem() throws Exception {
    var handle = new WeakReference<>(set.spawn(Script.ready(new byte[1 << 10])));
    tasks.runAll();
    assertThat(set.tryJoinNext()).isNotNull();
    for (int i = 0; i < 100 && handle.get() != null; i++) {
      System.gc();
    }
    assertThat(handle.get()).isNull();
    assertThat(set.size()).isZero();
  }
}
