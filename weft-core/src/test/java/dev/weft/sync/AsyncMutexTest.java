package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.sync.AsyncMutex.Guard;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AsyncMutexTest {

  private final TestTask task = new TestTask();
  private final AsyncMutex mutex = new AsyncMutex();

  @Test
  void lock_free_isReadyAndExcludesOthers() throws Exception {
    Guard guard = task.ready(mutex.lock());

    assertThat(mutex.isLocked()).isTrue();
    assertThat(mutex.tryLock()).isEmpty();
    guard.close();
    assertThat(mutex.isLocked()).isFalse();
    assertThat(mutex.tryLock()).isPresent();
  }

  @Test
  void locks_waiting_areHandedOverInOrderOfFirstPoll() throws Exception {
    Guard holder = task.ready(mutex.lock());
    Future<Guard> createdFirst = mutex.lock();
    Future<Guard> polledFirst = mutex.lock();
    task.pending(polledFirst);
    task.pending(createdFirst);

    holder.close();

    assertThat(mutex.tryLock()).isEmpty();
    task.pending(createdFirst);
    task.ready(polledFirst).close();
    task.ready(createdFirst).close();
    assertThat(mutex.isLocked()).isFalse();
  }

  @Test
  void cancel_lockWasHandedOver_nextGetsIt() throws Exception {
    Guard holder = task.ready(mutex.lock());
    Future<Guard> cancelled = mutex.lock();
    Future<Guard> next = mutex.lock();
    task.pending(cancelled);
    task.pending(next);
    holder.close();
    task.takeWakes();

    cancelled.cancel();

    assertThat(task.wakes()).isEqualTo(1);
    task.ready(next).close();
    assertThat(mutex.isLocked()).isFalse();
  }

  @Test
  void cancel_lockWasHandedOverAndNobodyWaits_isFree() throws Exception {
    Guard holder = task.ready(mutex.lock());
    Future<Guard> cancelled = mutex.lock();
    task.pending(cancelled);
    holder.close();

    cancelled.cancel();

    assertThat(mutex.isLocked()).isFalse();
  }

  @Test
  void close_twice_leavesTheNextHolderAlone() throws Exception {
    Guard first = task.ready(mutex.lock());
    first.close();
    Guard second = task.ready(mutex.lock());

    first.close();

    assertThat(mutex.isLocked()).isTrue();
    second.close();
    assertThat(mutex.isLocked()).isFalse();
    task.ready(mutex.lock()).close();
  }

  @Test
  void close_twiceWhileTheNextWaits_wakesAndUnlocksOnce() throws Exception {
    Guard first = task.ready(mutex.lock());
    Future<Guard> waiting = mutex.lock();
    task.pending(waiting);
    first.close();
    Guard second = task.ready(waiting);
    Future<Guard> last = mutex.lock();
    task.pending(last);
    task.takeWakes();

    first.close();

    assertThat(task.wakes()).isZero();
    assertThat(mutex.isLocked()).isTrue();
    assertThat(first).hasToString("Guard[closed]");
    assertThat(second).hasToString("Guard[held]");
    second.close();
    task.ready(last).close();
  }

  @Test
  void close_twiceAfterTheLockWasHandedOver_leavesTheNextHolderAlone() throws Exception {
    Future<Guard> waiting = mutex.lock();
    Guard last = overtakeAsOftenAsAllowed(waiting);
    last.close();

    last.close();

    Guard handedOver = task.ready(waiting);
    last.close();
    assertThat(mutex.isLocked()).isTrue();
    handedOver.close();
    assertThat(mutex.isLocked()).isFalse();
  }

  @Test
  void cancel_lockWasHandedOverAfterOvertakes_isFree() throws Exception {
    Future<Guard> waiting = mutex.lock();
    overtakeAsOftenAsAllowed(waiting).close();
    assertThat(mutex.isLocked()).isTrue();

    waiting.cancel();

    assertThat(mutex.isLocked()).isFalse();
  }

  @Test
  void lock_manyWaiters_eachGetsItOnce() throws Exception {
    Guard guard = task.ready(mutex.lock());
    List<Future<Guard>> waits = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      waits.add(mutex.lock());
      task.pending(waits.get(i));
    }

    for (Future<Guard> wait : waits) {
      guard.close();
      guard = task.ready(wait);
    }

    guard.close();
    assertThat(mutex.toString()).isEqualTo("AsyncMutex[free]");
  }

  @Test
  void lock_aTaskIsAwokenForIt_aRunningOneMayOvertakeItSoManyTimes() throws Exception {
    Future<Guard> waiting = mutex.lock();
    Guard guard = overtakeAsOftenAsAllowed(waiting);
    assertThat(task.wakes()).isEqualTo(1);

    guard.close();

    Future<Guard> late = mutex.lock();
    task.pending(late);
    task.ready(waiting).close();
    task.ready(late).close();
    assertThat(mutex.isLocked()).isFalse();
  }

  @Test
  void lock_awokenTaskFindsItTaken_isWokenAgain() throws Exception {
    Guard guard = task.ready(mutex.lock());
    Future<Guard> waiting = mutex.lock();
    task.pending(waiting);
    guard.close();
    guard = task.ready(mutex.lock());
    task.pending(waiting);
    task.takeWakes();

    guard.close();

    assertThat(task.wakes()).isEqualTo(1);
    task.ready(waiting).close();
  }

  @Test
  void cancel_ofAWokenWaitWhileAnotherHoldsTheLock_theNextIsWokenInItsPlace() throws Exception {
    Guard guard = task.ready(mutex.lock());
    Future<Guard> cancelled = mutex.lock();
    Future<Guard> next = mutex.lock();
    task.pending(cancelled);
    task.pending(next);
    guard.close();
    guard = task.ready(mutex.lock());
    task.takeWakes();

    cancelled.cancel();
    guard.close();

    assertThat(task.wakes()).isPositive();
    task.ready(next).close();
    assertThat(mutex.isLocked()).isFalse();
  }

  /** Has one wait behind a holder that comes back each time; returns the guard of the last time. */
  private Guard overtakeAsOftenAsAllowed(Future<Guard> waiting) throws Exception {
    Guard guard = task.ready(mutex.lock());
    task.pending(waiting);
    task.takeWakes();
    for (int i = 0; i < BargingLock.MAX_OVERTAKES; i++) {
      guard.close();
      guard = task.ready(mutex.lock());
    }
    return guard;
  }
}
