package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.Weft.SpawnOptions;
import dev.weft.Weft.WorkerMetrics;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker does with its queues, as its counters tell it. */
@Timeout(60)
class WorkerPoolTest {

  private static long sum(Weft weft, ToLongFunction<WorkerMetrics> counter) {
    return weft.metrics().perWorker().stream().mapToLong(counter).sum();
  }

  @Test
  void twoTasksThatWakeEachOther_goThroughTheLifoSlot() throws Exception {
    try (Weft weft = Weft.builder().workers(1).build()) {
      var turn = new AtomicInteger();
      List<AtomicReference<Waker>> wakers =
          List.of(new AtomicReference<>(), new AtomicReference<>());
      JoinHandle<Object> first = weft.spawn(pingPong(0, turn, wakers));
      JoinHandle<Object> second = weft.spawn(pingPong(1, turn, wakers));
      weft.blockOn(first);
      weft.blockOn(second);
      weft.blockOn(weft.spawn(Futures.after(1, () -> 1))); // a task from the ring ends the row
      assertThat(sum(weft, WorkerMetrics::lifoHits)).isPositive();
    }
  }

  private static Future<Object> pingPong(
      int me, AtomicInteger turn, List<AtomicReference<Waker>> wakers) {
    return cx -> {
      wakers.get(me).set(cx.waker());
      if (turn.get() % 2 == me) {
        turn.incrementAndGet();
      }
      Waker other = wakers.get(1 - me).get();
      if (other != null) {
        other.wake();
      }
      return turn.get() > 100 ? Poll.ready(null) : Poll.pending();
    };
  }

  @Test
  void moreTasksThanTheRingHolds_areCountedAsOverflow() throws Exception {
    try (Weft weft = Weft.builder().workers(1).build()) {
      var ran = new AtomicInteger();
      weft.blockOn(
          weft.spawn(
              cx -> {
                for (int i = 0; i < 2000; i++) {
                  weft.spawn(Futures.ready(ran::incrementAndGet));
                }
                return Poll.ready(null);
              }));
      weft.blockOn(RuntimeUnderTest.until(() -> ran.get() == 2000));
      assertThat(sum(weft, WorkerMetrics::overflows)).isPositive();
    }
  }

  @Test
  void stolenTasks_areCountedByTheThief() throws Exception {
    try (Weft weft = Weft.builder().workers(2).build()) {
      var ran = new AtomicInteger();
      JoinHandle<Object> holder =
          weft.spawn(
              cx -> {
                for (int i = 0; i < 100; i++) {
                  weft.spawn(Futures.ready(ran::incrementAndGet));
                }
                Eventually.until("others ran them", () -> ran.get() >= 99);
                return Poll.ready(null);
              });
      weft.blockOn(holder);
      assertThat(sum(weft, WorkerMetrics::steals)).isPositive();
      assertThat(sum(weft, WorkerMetrics::stolenTasks))
          .isGreaterThanOrEqualTo(sum(weft, WorkerMetrics::steals));
    }
  }

  @Test
  void depths_ofAStuckWorker_canBeReadMeanwhile() throws Exception {
    try (Weft weft = Weft.builder().scheduler(Weft.Scheduler.SHARDED).workers(2).build()) {
      var release = new CountDownLatch(1);
      var blocked = new CountDownLatch(1);
      var first = SpawnOptions.defaults().worker(0);
      JoinHandle<Object> stuck =
          weft.spawn(
              cx -> {
                for (int i = 0; i < 3; i++) {
                  weft.spawn(Futures.ready(() -> 1), first);
                }
                blocked.countDown();
                Futures.await(release);
                return Poll.ready(null);
              },
              first);
      Futures.await(blocked);
      JoinHandle<Integer> last = null;
      for (int i = 0; i < 5; i++) {
        last = weft.spawn(Futures.ready(() -> 1), first);
      }
      WorkerMetrics worker = weft.metrics().perWorker().getFirst();
      assertThat(worker.localDepth()).isEqualTo(3);
      assertThat(worker.inboxDepth()).isEqualTo(5);
      release.countDown();
      weft.blockOn(stuck);
      weft.blockOn(last);
      assertThat(weft.metrics().perWorker().getFirst().localDepth()).isZero();
    }
  }

  @Test
  void sleepingWorker_isInterrupted_usesTheInterruptUpAndSleepsOn() throws Exception {
    for (Weft.Scheduler scheduler : Weft.Scheduler.values()) {
      if (scheduler != Weft.Scheduler.CURRENT_THREAD) {
        try (Weft weft = Weft.builder().scheduler(scheduler).workers(1).build()) {
          Thread worker = weft.blockOn(weft.spawn(Futures.ready(Thread::currentThread)));
          Eventually.until("it sleeps", () -> weft.metrics().parks() > weft.metrics().unparks());
          worker.interrupt();
          Eventually.until("the interrupt is used up", () -> !worker.isInterrupted());
          assertThat(weft.blockOn(weft.spawn(Futures.ready(() -> 5)))).isEqualTo(5);
        }
      }
    }
  }

  @Test
  void listenerOfLongPolls_leavesItsInterruptFlagSet_monitorUsesItUpAndSleepsOn() throws Exception {
    var monitor = new AtomicReference<Thread>();
    var told = new CountDownLatch(1);
    Weft.Builder builder = Weft.builder().workers(1).watchdog(Duration.ofMillis(10));
    builder.onLongPoll(
        _ -> {
          monitor.set(Thread.currentThread());
          Thread.currentThread().interrupt();
          told.countDown();
        });
    try (Weft weft = builder.build()) {
      weft.blockOn(
          weft.spawn(
              cx -> {
                Futures.await(told);
                return Poll.ready(null);
              }));
      Eventually.until("the interrupt is used up", () -> !monitor.get().isInterrupted());
    }
  }

  @Test
  void sparesComeAndGo_pollsThatAreReadMeanwhile_neverGetFewer() throws Exception {
    Weft.Builder builder = Weft.builder().workers(1).blockingKeepAlive(Duration.ZERO);
    try (Weft weft = builder.build()) {
      var stop = new AtomicBoolean();
      var dips = new AtomicInteger();
      Thread reader =
          Thread.ofPlatform()
              .start(
                  () -> {
                    long last = 0;
                    while (!stop.get()) {
                      long polls = weft.metrics().polls();
                      dips.addAndGet(polls < last ? 1 : 0);
                      last = polls;
                    }
                  });
      for (int round = 0; round < 30; round++) {
        var begun = new CountDownLatch(6);
        for (int i = 0; i < 6; i++) {
          weft.spawn(
              cx -> {
                begun.countDown();
                return Poll.ready(Async.blockInPlace(() -> awaited(begun)));
              });
        }
        Eventually.until("the spares end", () -> weft.metrics().perWorker().size() == 1);
      }
      stop.set(true);
      reader.join();
      assertThat(dips).hasValue(0);
    }
  }

  private static int awaited(CountDownLatch latch) throws InterruptedException {
    Futures.await(latch);
    return 1;
  }

  @Test
  void keepAliveOfZero_spareForAStuckWorker_sleepsAllTheSame() throws Exception {
    var told = new CountDownLatch(1);
    Weft.Builder builder = Weft.builder().workers(1).blockingKeepAlive(Duration.ZERO);
    try (Weft weft =
        builder.watchdog(Duration.ofMillis(100)).onLongPoll(_ -> told.countDown()).build()) {
      var release = new CountDownLatch(1);
      JoinHandle<Object> stuck =
          weft.spawn(
              cx -> {
                Futures.await(release);
                return Poll.ready(null);
              });
      Futures.await(told);
      // The monitor wakes it once a millisecond. Without a sleep it would be hundreds of thousands.
      assertThat(weft.metrics().parks()).isLessThan(5_000);
      release.countDown();
      weft.blockOn(stuck);
    }
  }

  @Test
  void spin_workComesSoon_workersGoOnWithoutLosingAnyAndStillSleep() throws Exception {
    for (Weft.Scheduler scheduler :
        new Weft.Scheduler[] {Weft.Scheduler.WORK_STEALING, Weft.Scheduler.GLOBAL_QUEUE}) {
      try (Weft weft =
          Weft.builder().scheduler(scheduler).workers(2).spin(Duration.ofMillis(1)).build()) {
        for (int i = 0; i < 300; i++) {
          assertThat(weft.blockOn(weft.spawn(Futures.after(2, () -> 5)))).isEqualTo(5);
        }
        var event = new Event<String>();
        JoinHandle<String> handle = weft.spawn(event);
        event.awaitPolled();
        long parks = weft.metrics().parks();
        Eventually.until("they sleep in the end", () -> asleep(weft));
        assertThat(weft.metrics().parks()).isGreaterThanOrEqualTo(parks).isPositive();
        event.complete("woken");
        assertThat(weft.blockOn(handle)).isEqualTo("woken");
      }
    }
  }

  private static boolean asleep(Weft weft) {
    return weft.metrics().parks() >= weft.metrics().unparks() + 2;
  }

  @Test
  void spin_taskInTheSlotOfABusyWorker_isStolenOnceOld() throws Exception {
    try (Weft weft = Weft.builder().workers(2).spin(Duration.ofSeconds(5)).build()) {
      // The monitor comes to its rescue as well, after 10 ms; then it isn't counted as stolen.
      int rounds = 0;
      while (sum(weft, WorkerMetrics::steals) == 0 && rounds++ < 500) {
        weft.blockOn(weft.spawn(leavesOneInTheSlot(weft)));
      }
      assertThat(sum(weft, WorkerMetrics::stolenTasks)).isPositive();
    }
  }

  private static Future<Object> leavesOneInTheSlot(Weft weft) {
    return cx -> {
      var freed = new CountDownLatch(1);
      weft.spawn(
          inner -> {
            freed.countDown();
            return Poll.ready(null);
          });
      Futures.await(freed);
      return Poll.ready(null);
    };
  }
}
