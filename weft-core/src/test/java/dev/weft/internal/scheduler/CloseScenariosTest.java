package dev.weft.internal.scheduler;

import static dev.weft.internal.scheduler.RuntimeUnderTest.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Ends of a runtime in the middle of everything; one subclass for each scheduler. */
abstract class CloseScenariosTest extends SchedulerScene {

  @Test
  void close_cleanUp_stillSeesItsRuntime() throws Exception {
    var seen = new AtomicReference<Weft>();
    var polled = new AtomicBoolean();
    weft.spawn(
        new Future<Object>() {
          @Override
          public Poll<Object> poll(Context cx) {
            polled.set(true);
            return Poll.pending();
          }

          @Override
          public boolean cancel() {
            seen.set(Weft.current());
            return true;
          }
        });
    weft.blockOn(until(polled::get));
    weft.close();
    assertThat(seen.get()).isSameAs(weft);
  }

  @Test
  void close_cleanUpsThatShareALock_ends() throws Exception {
    var lock = new ReentrantLock();
    var wakers = new ConcurrentLinkedQueue<Waker>();
    var released = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      weft.spawn(
          new Future<Object>() {
            @Override
            public Poll<Object> poll(Context cx) {
              wakers.add(cx.waker());
              return Poll.pending();
            }

            @Override
            public boolean cancel() {
              lock.lock();
              try {
                wakers.forEach(Waker::wake);
                released.incrementAndGet();
              } finally {
                lock.unlock();
              }
              return true;
            }
          });
    }
    weft.blockOn(until(() -> wakers.size() >= 20));
    weft.close();
    assertThat(released).hasValue(20);
  }

  @Test
  void close_tasksWokenFromAnotherThread_isClean() throws Exception {
    for (int round = 0; round < 5; round++) {
      Weft one = open(2);
      var wakers = new ConcurrentLinkedQueue<Waker>();
      var polled = new AtomicInteger();
      for (int i = 0; i < 10_000; i++) {
        one.spawn(
            cx -> {
              wakers.add(cx.waker());
              polled.incrementAndGet();
              return Poll.pending();
            });
      }
      one.blockOn(until(() -> polled.get() >= 10_000));
      List<Waker> all = List.copyOf(wakers);
      Thread waking = Thread.ofPlatform().start(() -> all.forEach(Waker::wake));
      one.close();
      waking.join();
      assertThat(one.metrics().liveTasks()).isZero();
    }
  }

  @Test
  void close_tasksThatGoOnSpawningAndJoining_ends() throws Exception {
    var spawned = new AtomicInteger();
    for (int i = 0; i < 8; i++) {
      weft.spawn(new Parent(spawned));
    }
    weft.blockOn(until(() -> spawned.get() > 200));
    weft.close();
    assertThat(weft.metrics().liveTasks()).isZero();
  }

  /** Joins one child after the other, for ever. */
  private static final class Parent implements Future<Object> {

    private final AtomicInteger spawned;
    private @Nullable JoinHandle<Integer> child;

    Parent(AtomicInteger spawned) {
      this.spawned = spawned;
    }

    @Override
    public Poll<Object> poll(Context cx) throws Exception {
      if (child == null || child.poll(cx).isReady()) {
        child = cx.runtime().spawn(Futures.after(1, spawned::incrementAndGet));
        cx.waker().wake();
      }
      return Poll.pending();
    }

    @Override
    public boolean cancel() {
      return true;
    }
  }

  @Test
  void close_cleanUpThatLearnsOfAnotherTasksAbort_isNoFailure() throws Exception {
    var event = new Event<String>();
    JoinHandle<String> child = weft.spawn(event);
    JoinHandle<String> parent =
        weft.spawn(
            new Future<String>() {
              @Override
              public Poll<String> poll(Context cx) throws Exception {
                return child.poll(cx);
              }

              @Override
              public boolean cancel() {
                return false; // goes on to the end of what it joins
              }
            });
    weft.blockOn(until(() -> event.polls() == 1));
    weft.close();
    assertThat(unhandled).isEmpty();
    assertThatThrownBy(() -> parent.poll(Context.of(Waker.noop())))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void task_failsWithAnAbortedTasksExceptionWhileTheRuntimeRuns_isReported() throws Exception {
    JoinHandle<String> child = weft.spawn(new Event<>());
    JoinHandle<String> parent = weft.spawn(cx -> child.poll(cx)).detach();
    child.abort();
    weft.blockOn(until(parent::isFinished));
    weft.close();
    assertThat(unhandled).singleElement().isInstanceOf(CancellationException.class);
    unhandled.clear();
  }

  @Test
  void shutdown_blockingJobThatNeverEnds_returnsAfterTheLimit() throws Exception {
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    Weft one =
        Weft.builder()
            .scheduler(scheduler())
            .grace(Duration.ofMillis(10))
            .onUnhandled(unhandled::add)
            .build();
    JoinHandle<Object> _ =
        one.spawnBlocking(
                () -> {
                  begun.countDown();
                  while (release.getCount() > 0) {
                    LockSupport.parkNanos(1_000_000);
                    boolean _ = Thread.interrupted();
                  }
                  return null;
                })
            .detach();
    Futures.await(begun);
    long start = System.nanoTime();
    assertThat(one.shutdown(Duration.ZERO)).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    release.countDown();
  }
}
