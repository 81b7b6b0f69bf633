package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.JoinHandle;
import dev.weft.codegen.RawFuture;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ScopeTest {

  private final Tasks tasks = new Tasks();
  private final TestTask task = new TestTask();
  private final ScopeImpl scope = new ScopeImpl(tasks);

  private static <T> T joined(JoinHandle<T> handle) throws Exception {
    return new TestTask().ready(RawFuture.own(handle));
  }

  @Test
  void join_noChild_ready() throws Exception {
    assertThat(task.ready(scope.join())).isNull();
  }

  @Test
  void join_children_completesWithTheLast() throws Exception {
    Script<Integer> slow = Script.<Integer>after(1, 2).byEvent();
    JoinHandle<Integer> a = scope.spawn(Script.ready(1));
    JoinHandle<Integer> b = scope.spawn(slow);
    var join = scope.join();
    task.pending(join);
    tasks.runAll();
    slow.fire();
    tasks.runAll();
    task.pending(join);
    assertThat(task.takeWakes()).isZero();
    slow.fire();
    tasks.runAll();
    assertThat(task.takeWakes()).isPositive();
    task.ready(join);
    assertThat(joined(a)).isEqualTo(1);
    assertThat(joined(b)).isEqualTo(2);
    assertThat(tasks.live).isZero();
  }

  @Test
  void join_ended_handlesAreFinished() throws Exception {
    JoinHandle<Integer> handle = scope.spawn(Script.<Integer>after(1, 1).byEvent());
    var join = scope.join();
    task.pending(join);
    while (tasks.step()) {
      if (task.takeWakes() > 0) {
        assertThat(handle.isFinished()).isTrue();
      }
    }
  }

  @Test
  void childFails_siblingsCancelledAndFailureThrownOnce() throws Exception {
    var failure = new IOException();
    var sibling = Script.never();
    scope.spawn(sibling);
    tasks.runAll();
    JoinHandle<Object> failing = scope.spawn(Script.failing(failure));
    tasks.runAll();
    assertThat(sibling.end).isEqualTo(Script.End.RELEASED);
    assertThat(catchThrowable(() -> task.poll(scope.join()))).isSameAs(failure);
    assertThat(catchThrowable(() -> joined(failing))).isSameAs(failure);
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void childrenFail_laterFailuresSuppressed() {
    var first = new IOException("first");
    var second = new IOException("second");
    var unstarted = Script.failing(new IOException("never thrown"));
    scope.spawn(Script.never().slowCancel(0, second));
    tasks.runAll();
    scope.spawn(Script.failing(first));
    scope.spawn(unstarted);
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(scope.join()))).isSameAs(first);
    assertThat(first.getSuppressed()).containsExactly(second);
    assertThat(unstarted.polls).isZero();
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void childAborted_isNoFailure() throws Exception {
    var sibling = Script.after(1, 1).byEvent();
    JoinHandle<Object> aborted = scope.spawn(Script.never());
    scope.spawn(sibling);
    tasks.runAll();
    aborted.abort();
    tasks.runAll();
    assertThat(sibling.end).isEqualTo(Script.End.OPEN);
    sibling.fire();
    tasks.runAll();
    sibling.fire();
    tasks.runAll();
    task.ready(scope.join());
    assertThatThrownBy(() -> joined(aborted)).isInstanceOf(CancellationException.class);
  }

  @Test
  void childThrowsForeignCancellationException_isFailure() {
    var failure = new CancellationException("another task");
    scope.spawn(Script.failing(failure));
    tasks.runAll();
    assertThat(catchThrowable(() -> task.poll(scope.join()))).isSameAs(failure);
  }

  @Test
  void supervised_childFails_othersGoOnAndItsHandleTellsIt() throws Exception {
    scope.supervised();
    var failure = new IOException();
    var sibling = Script.after(0, 1).byEvent();
    JoinHandle<Object> failing = scope.spawn(Script.failing(failure));
    scope.spawn(sibling);
    tasks.runAll();
    sibling.fire();
    tasks.runAll();
    task.ready(scope.join());
    assertThat(catchThrowable(() -> joined(failing))).isSameAs(failure);
    assertThat(tasks.unhandled()).isEmpty();
  }

  @Test
  void supervised_nobodyAwaitsTheHandle_reportedOnce() throws Exception {
    scope.supervised();
    var failure = new IOException();
    scope.spawn(Script.failing(failure));
    tasks.runAll();
    task.ready(scope.join());
    task.ready(scope.closeAsync());
    assertThat(tasks.unhandled()).containsExactly(failure);
  }

  @Test
  void limit_moreChildren_runInSpawnOrder() throws Exception {
    scope.limit(2);
    var order = new ArrayList<Integer>();
    var children = new ArrayList<Script<Integer>>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      Script<Integer> child = Script.<Integer>after(0, i).byEvent();
      boolean[] seen = {false};
      child.inPoll(
          () -> {
            if (!seen[0]) {
              seen[0] = true;
              order.add(number);
            }
          });
      children.add(child);
      scope.spawn(child);
    }
    tasks.runAll();
    assertThat(order).containsExactly(0, 1);
    children.get(1).fire();
    tasks.runAll();
    assertThat(order).containsExactly(0, 1, 2);
    children.get(0).fire();
    children.get(2).fire();
    tasks.runAll();
    assertThat(order).containsExactly(0, 1, 2, 3, 4);
    children.get(3).fire();
    children.get(4).fire();
    tasks.runAll();
    task.ready(scope.join());
  }

  @Test
  void limit_heldChildAborted_itsPlaceGoesToTheNext() throws Exception {
    scope.limit(1);
    Script<Integer> first = Script.<Integer>after(0, 1).byEvent();
    var held = Script.ready(2);
    var last = Script.ready(3);
    scope.spawn(first);
    JoinHandle<Integer> handle = scope.spawn(held);
    scope.spawn(last);
    tasks.runAll();
    handle.abort();
    tasks.runAll();
    first.fire();
    tasks.runAll();
    assertThat(held.polls).isZero();
    assertThat(last.end).isEqualTo(Script.End.COMPLETED);
    task.ready(scope.join());
  }

  @Test
  void limit_lessThanOne_illegalArgument() {
    assertThatThrownBy(() -> scope.limit(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("limit(0)");
  }

  @Test
  void settings_afterTheFirstSpawn_illegalState() {
    scope.spawn(Script.ready(1));
    assertThatThrownBy(scope::supervised).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> scope.limit(3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("limit(3)");
  }

  @Test
  void cancel_children_cleanUpAndJoinEndsNormally() throws Exception {
    var child = Script.never().slowCancel(1);
    scope.spawn(child);
    var join = scope.join();
    task.pending(join);
    tasks.runAll();
    scope.cancel();
    scope.cancel();
    tasks.step();
    task.pending(join);
    child.fire();
    tasks.runAll();
    task.ready(join);
    assertThat(child.cancels).isEqualTo(1);
  }

  @Test // J78
  void spawn_cancelledScope_handleOfAnAbortedTask() throws Exception {
    scope.cancel();
    var child = Script.ready(1);
    JoinHandle<Integer> handle = scope.spawn(child);
    tasks.runAll();
    assertThat(child.polls).isZero();
    assertThat(child.end).isEqualTo(Script.End.RELEASED);
    assertThatThrownBy(() -> joined(handle)).isInstanceOf(CancellationException.class);
    task.ready(scope.join());
  }

  @Test
  void spawn_closedRuntime_handleOfAnAbortedTaskAndScopeEnds() throws Exception {
    tasks.close();
    JoinHandle<Integer> handle = scope.spawn(Script.ready(1));
    assertThat(handle.isFinished()).isTrue();
    task.ready(scope.join());
    task.ready(scope.closeAsync());
  }

  @Test // J78
  void spawn_closedScope_illegalStateSaysWhy() throws Exception {
    task.ready(scope.closeAsync());
    assertThatThrownBy(() -> scope.spawn(Script.ready(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("This scope takes no more children, since it was closed.");
  }

  @Test
  void spawn_futureSpawnedBefore_illegalStateAndScopeStillEnds() throws Exception {
    var future = new YieldNow();
    scope.spawn(future);
    assertThatThrownBy(() -> scope.spawn(future))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was spawned before");
    tasks.runAll();
    task.ready(scope.join());
  }

  @Test
  void spawn_spawnerThrows_scopeStillEnds() throws Exception {
    var refusing = new ScopeImpl(new Refusing());
    assertThatThrownBy(() -> refusing.spawn(Script.ready(1))).hasMessage("no");
    task.ready(refusing.join());
  }

  private static final class Refusing implements Spawner {
    @Override
    public <T> JoinHandle<T> spawn(dev.weft.Future<T> future) {
      throw new IllegalStateException("no");
    }
  }

  @Test
  void close_runningChildren_cancelledAndAwaited() throws Exception {
    var child = Script.never().slowCancel(1);
    scope.spawn(child);
    tasks.runAll();
    var close = scope.closeAsync();
    task.pending(close);
    tasks.runAll();
    child.fire();
    tasks.runAll();
    task.ready(close);
    assertThat(child.end).isEqualTo(Script.End.FAILED);
    task.ready(scope.closeAsync());
  }

  @Test
  void close_cancelledBeforeItsFirstPoll_stillWaits() throws Exception {
    var child = Script.never().slowCancel(1);
    scope.spawn(child);
    tasks.runAll();
    var close = scope.closeAsync();
    assertThat(close.cancel()).isFalse();
    task.pending(close);
    tasks.runAll();
    child.fire();
    tasks.runAll();
    task.ready(close);
  }

  @Test
  void close_failureNobodyJoined_reportedOnce() throws Exception {
    var failure = new IOException();
    scope.spawn(Script.failing(failure));
    tasks.runAll();
    task.ready(scope.closeAsync());
    assertThat(tasks.unhandled()).containsExactly(failure);
  }

  @Test
  void join_cancelled_childrenGoOn() throws Exception {
    Script<Integer> child = Script.<Integer>after(0, 1).byEvent();
    scope.spawn(child);
    tasks.runAll();
    var join = scope.join();
    task.pending(join);
    assertThat(join.cancel()).isTrue();
    child.fire();
    tasks.runAll();
    assertThat(task.takeWakes()).isZero();
    assertThat(child.end).isEqualTo(Script.End.COMPLETED);
  }

  @Test
  void children_manyOneAfterTheOther_nothingIsKept() throws Exception {
    var first = new WeakReference<>(new YieldNow());
    scope.spawn(first.get());
    for (int i = 0; i < 100_000; i++) {
      scope.spawn(new YieldNow());
      tasks.runAll();
    }
    for (int i = 0; i < 100 && first.get() != null; i++) {
      System.gc();
    }
    assertThat(first.get()).isNull();
    assertThat(tasks.live).isZero();
    assertThat(scope.isIdle()).isTrue();
    task.ready(scope.join());
  }

  @Test
  void spawn_manyThreads_allChildrenAreAwaited() throws Exception {
    int threads = 4;
    int each = 2_000;
    var start = new CountDownLatch(1);
    var done = new CountDownLatch(threads);
    var spawners = new ArrayList<Thread>();
    for (int t = 0; t < threads; t++) {
      spawners.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      start.await();
                      for (int i = 0; i < each; i++) {
                        scope.spawn(new YieldNow());
                      }
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    } finally {
                      done.countDown();
                    }
                  }));
    }
    start.countDown();
    while (!done.await(0, TimeUnit.SECONDS)) {
      tasks.step();
    }
    tasks.runAll();
    task.ready(scope.join());
    assertThat(tasks.live).isZero();
    for (Thread spawner : spawners) {
      spawner.join();
    }
  }

  @Test
  void childrenSpawnedByAChild_areAwaitedToo() throws Exception {
    List<JoinHandle<?>> inner = new ArrayList<>();
    scope.spawn(Script.ready(1).inPoll(() -> inner.add(scope.spawn(Script.after(1, 2)))));
    var join = scope.join();
    task.pending(join);
    tasks.step();
    task.pending(join);
    assertThat(inner).hasSize(1);
  }
}
