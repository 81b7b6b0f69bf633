package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.sync.AsyncSemaphore.Permit;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class AsyncSemaphoreTest {

  private final TestTask task = new TestTask();

  @Test
  void acquire_enoughFree_isReadyAtFirstPoll() throws Exception {
    var semaphore = new AsyncSemaphore(3);

    Permit permit = task.ready(semaphore.acquire(2));

    assertThat(permit.count()).isEqualTo(2);
    assertThat(semaphore.availablePermits()).isEqualTo(1);
    permit.close();
    permit.close();
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void acquire_created_takesNothingBeforeItsFirstPoll() {
    var semaphore = new AsyncSemaphore(1);

    Future<Permit> unpolled = semaphore.acquire();

    assertThat(semaphore.availablePermits()).isEqualTo(1);
    assertThat(unpolled.cancel()).isTrue();
    assertThat(semaphore.availablePermits()).isEqualTo(1);
  }

  @Test
  void largeAcquire_tooFewFree_collectsThemAndHoldsUpSmallOnes() throws Exception {
    var semaphore = new AsyncSemaphore(4);
    Future<Permit> five = semaphore.acquire(5);
    Future<Permit> three = semaphore.acquire(3);

    task.pending(five);

    assertThat(semaphore.availablePermits()).isZero();
    assertThat(semaphore.tryAcquire()).isEmpty();
    task.pending(three);
    assertThat(five.cancel()).isTrue();
    assertThat(task.takeWakes()).isEqualTo(1);
    task.ready(three).close();
    assertThat(semaphore.availablePermits()).isEqualTo(4);
  }

  @Test
  void release_severalWait_servesInOrderOfFirstPoll() throws Exception {
    var semaphore = new AsyncSemaphore(0);
    Future<Permit> createdFirst = semaphore.acquire();
    Future<Permit> polledFirst = semaphore.acquire();
    task.pending(polledFirst);
    task.pending(createdFirst);

    semaphore.addPermits(1);

    task.pending(createdFirst);
    task.ready(polledFirst).forget();
  }

  @Test
  void release_oneCall_servesAsManyAsItCan() throws Exception {
    var semaphore = new AsyncSemaphore(0);
    List<Future<Permit>> waits = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      waits.add(semaphore.acquire(2));
      task.pending(waits.get(i));
    }

    semaphore.addPermits(5);

    assertThat(task.wakes()).isEqualTo(2);
    task.ready(waits.get(0));
    task.ready(waits.get(1));
    task.pending(waits.get(2));
    assertThat(semaphore.availablePermits()).isZero();
    semaphore.addPermits(4);
    task.ready(waits.get(2));
    task.ready(waits.get(3));
    assertThat(semaphore.availablePermits()).isEqualTo(1);
  }

  @Test
  void cancel_grantedAndNotPolled_passesThePermitOn() throws Exception {
    var semaphore = new AsyncSemaphore(0);
    Future<Permit> granted = semaphore.acquire();
    Future<Permit> next = semaphore.acquire();
    task.pending(granted);
    task.pending(next);
    semaphore.addPermits(1);
    task.takeWakes();

    assertThat(granted.cancel()).isTrue();

    assertThat(task.takeWakes()).isEqualTo(1);
    task.ready(next);
  }

  @Test
  void cancel_inTheMiddleOfTheQueue_leavesTheOthersInOrder() throws Exception {
    var semaphore = new AsyncSemaphore(0);
    List<Future<Permit>> waits = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waits.add(semaphore.acquire());
      task.pending(waits.get(i));
    }

    waits.get(1).cancel();
    semaphore.addPermits(1);

    task.ready(waits.get(0));
    task.pending(waits.get(2));
    semaphore.addPermits(1);
    task.ready(waits.get(2));
  }

  @Test
  void close_someWait_failsThemAllAndGivesCollectedPermitsBack() throws Exception {
    var semaphore = new AsyncSemaphore(2);
    Future<Permit> collecting = semaphore.acquire(3);
    Future<Permit> behind = semaphore.acquire();
    task.pending(collecting);
    task.pending(behind);

    semaphore.close();

    assertThat(task.wakes()).isEqualTo(2);
    assertThatThrownBy(() -> task.poll(collecting)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> task.poll(behind)).isInstanceOf(ClosedException.class);
    assertThat(semaphore.availablePermits()).isEqualTo(2);
    assertThatThrownBy(() -> task.poll(semaphore.acquire())).isInstanceOf(ClosedException.class);
    assertThat(semaphore.tryAcquire()).isEmpty();
    assertThat(semaphore.isClosed()).isTrue();
  }

  @Test
  void close_permitGrantedBefore_staysGranted() throws Exception {
    var semaphore = new AsyncSemaphore(0);
    Future<Permit> granted = semaphore.acquire();
    task.pending(granted);
    semaphore.addPermits(1);

    semaphore.close();

    task.ready(granted).close();
    assertThat(semaphore.availablePermits()).isEqualTo(1);
  }

  @Test
  void addAndForget_closed_countButDoNotReopen() {
    var semaphore = new AsyncSemaphore(1);
    semaphore.close();

    semaphore.addPermits(2);

    assertThat(semaphore.availablePermits()).isEqualTo(3);
    assertThat(semaphore.forgetPermits(10)).isEqualTo(3);
    assertThat(semaphore.forgetPermits(10)).isZero();
    assertThat(semaphore.isClosed()).isTrue();
  }

  @Test
  void addPermits_beyondTheMost_isRefusedAndChangesNothing() {
    var semaphore = new AsyncSemaphore(AsyncSemaphore.MAX_PERMITS);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> semaphore.addPermits(1))
        .withMessageContaining("2147483647");
    assertThat(semaphore.availablePermits()).isEqualTo(AsyncSemaphore.MAX_PERMITS);
  }

  @Test
  void count_negative_isRefused() {
    var semaphore = new AsyncSemaphore(1);

    assertThatIllegalArgumentException().isThrownBy(() -> new AsyncSemaphore(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> semaphore.acquire(-2))
        .withMessageContaining("-2");
    assertThatIllegalArgumentException().isThrownBy(() -> semaphore.tryAcquire(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> semaphore.forgetPermits(-1));
  }

  @Test
  void acquireNone_full_isReady() throws Exception {
    var semaphore = new AsyncSemaphore(0);
    task.pending(semaphore.acquire(1));

    task.ready(semaphore.acquire(0)).close();

    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void forget_heldPermit_isGoneForGood() throws Exception {
    var semaphore = new AsyncSemaphore(2);
    Permit permit = task.ready(semaphore.acquire());

    permit.forget();
    permit.close();

    assertThat(semaphore.availablePermits()).isEqualTo(1);
  }

  @Test
  void wake_comesBackIntoTheSemaphore_doesNotDeadlock() throws Exception {
    var semaphore = new AsyncSemaphore(0);
    Future<Permit> first = semaphore.acquire();
    Future<Permit> second = semaphore.acquire();
    first.poll(Context.of(() -> semaphore.addPermits(1)));
    second.poll(task);

    semaphore.addPermits(1);

    task.ready(first);
    task.ready(second);
  }

  @Test
  void wake_throws_othersAreWokenAllTheSame() throws Exception {
    var semaphore = new AsyncSemaphore(0);
    Future<Permit> bad = semaphore.acquire();
    Future<Permit> worse = semaphore.acquire();
    Future<Permit> good = semaphore.acquire();
    var failure = new IllegalStateException("bad waker");
    var second = new AssertionError("worse waker");
    bad.poll(
        Context.of(
            () -> {
              throw failure;
            }));
    worse.poll(
        Context.of(
            () -> {
              throw second;
            }));
    good.poll(task);

    assertThatThrownBy(() -> semaphore.addPermits(3)).isSameAs(failure);

    assertThat(failure.getSuppressed()).containsExactly(second);
    assertThat(task.wakes()).isEqualTo(1);
    task.ready(good);
    task.ready(bad);
    task.ready(worse);
  }

  @Test
  void poll_anotherTask_replacesTheWaker() throws Exception {
    var semaphore = new AsyncSemaphore(0);
    var other = new TestTask();
    Future<Permit> wait = semaphore.acquire();
    task.pending(wait);
    other.pending(wait);

    semaphore.addPermits(1);

    assertThat(task.wakes()).isZero();
    assertThat(other.wakes()).isEqualTo(1);
  }

  @Test
  void permits_randomCancels_areAllBackAtRest() throws Exception {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var semaphore = new AsyncSemaphore(5);
      List<Future<Permit>> waits = new ArrayList<>();
      List<Permit> held = new ArrayList<>();
      for (int step = 0; step < 200; step++) {
        switch (random.nextInt(4)) {
          case 0 -> waits.add(semaphore.acquire(1 + random.nextInt(5)));
          case 1 -> pollOne(waits, held, random);
          case 2 -> takeAny(waits, random).forEach(Future::cancel);
          default -> takeAny(held, random).forEach(Permit::close);
        }
      }
      waits.forEach(Future::cancel);
      held.forEach(Permit::close);

      assertThat(semaphore.availablePermits()).as("seed %d", seed).isEqualTo(5);
      assertThat(semaphore.tryAcquire(5)).isPresent();
    }
  }

  private void pollOne(List<Future<Permit>> waits, List<Permit> held, Random random)
      throws Exception {
    for (Future<Permit> wait : takeAny(waits, random)) {
      if (task.poll(wait) instanceof dev.weft.Poll.Ready<Permit>(Permit permit)) {
        held.add(permit);
      } else {
        waits.add(wait);
      }
    }
  }

  private static <E> List<E> takeAny(List<E> from, Random random) {
    return from.isEmpty() ? List.of() : List.of(from.remove(random.nextInt(from.size())));
  }

  @Test
  void acquire_alwaysFree_stillSpendsTheBudget() throws Exception {
    var semaphore = new AsyncSemaphore(1);
    task.setBudget(2);

    assertThat(task.pollOn(semaphore.acquire(0)).isReady()).isTrue();
    assertThat(task.pollOn(semaphore.acquire(0)).isReady()).isTrue();
    assertThat(task.pollOn(semaphore.acquire(0)).isReady()).isFalse();
    assertThat(task.yielded()).isTrue();
  }
}
