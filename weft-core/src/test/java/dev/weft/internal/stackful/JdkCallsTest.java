package dev.weft.internal.stackful;

import static dev.weft.internal.stackful.Awaiter.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.internal.task.TaskCell;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Locks and blocking calls of the JDK inside stackful blocks. */
@Tag("stackful")
final class JdkCallsTest {

  private static final int TASKS = 4;
  private static final int ROUNDS = 300;

  private Workers workers;

  static Stream<Mode> modes() {
    return Mode.available();
  }

  @BeforeEach
  void start() {
    workers = new Workers(2);
  }

  @AfterEach
  void stop() {
    workers.close();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void inflatedMonitor_heldOverAnAwait_excludesAndIsHandedOver(Mode mode) throws Exception {
    Object lock = new Object();
    synchronized (lock) {
      lock.wait(1); // inflates it
    }
    int[] inside = new int[2];
    runAll(
        mode,
        () -> {
          synchronized (lock) {
            critical(inside);
          }
        });
    assertThat(inside[0]).isEqualTo(TASKS * ROUNDS);
    assertThat(inside[1]).isZero();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void reentrantLock_heldOverAnAwait_excludesAndIsHandedOver(Mode mode) throws Exception {
    var lock = new ReentrantLock();
    int[] inside = new int[2];
    runAll(
        mode,
        () -> {
          lock.lock();
          try {
            critical(inside);
          } finally {
            lock.unlock();
          }
        });
    assertThat(inside[0]).isEqualTo(TASKS * ROUNDS);
    assertThat(inside[1]).isZero();
  }

  private interface Round {
    void run() throws Exception;
  }

  private static void critical(int[] inside) throws Exception {
    if (inside[1] != 0) {
      throw new AssertionError("two are inside");
    }
    inside[1]++;
    int before = inside[0];
    int _ = await(Leaf.after(1, 1));
    inside[0] = before + 1;
    inside[1]--;
  }

  private void runAll(Mode mode, Round round) throws Exception {
    List<TaskCell<Object>> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(
          workers.spawn(
              mode.block(
                  () -> {
                    for (int n = 0; n < ROUNDS; n++) {
                      round.run();
                    }
                    return null;
                  })));
    }
    for (TaskCell<Object> task : tasks) {
      Object _ = workers.get(task);
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void queueTake_fedByAPlainThread_goesOn(Mode mode) throws Exception {
    var queue = new LinkedBlockingQueue<Integer>();
    var asked = new LinkedBlockingQueue<Integer>();
    TaskCell<Integer> task =
        workers.spawn(
            mode.block(
                () -> {
                  int sum = 0;
                  for (int i = 0; i < 200; i++) {
                    asked.add(i);
                    sum += queue.take();
                    sum += await(Leaf.after(1, 1));
                  }
                  return sum;
                }));
    for (int i = 0; i < 200; i++) {
      int _ = Waits.take(asked);
      queue.add(2);
    }
    assertThat(workers.get(task)).isEqualTo(600);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void queues_betweenTwoTasks_passEverything(Mode mode) throws Exception {
    var there = new LinkedBlockingQueue<Integer>(1);
    var back = new LinkedBlockingQueue<Integer>(1);
    TaskCell<Integer> first =
        workers.spawn(
            mode.block(
                () -> {
                  int sum = 0;
                  for (int i = 0; i < 500; i++) {
                    there.put(i);
                    sum += back.take();
                  }
                  return sum;
                }));
    TaskCell<Integer> second =
        workers.spawn(
            mode.block(
                () -> {
                  for (int i = 0; i < 500; i++) {
                    back.put(there.take() + 1);
                  }
                  return 0;
                }));
    assertThat(workers.get(first)).isEqualTo(500 * 499 / 2 + 500);
    assertThat(workers.get(second)).isZero();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void park_unparkedByAPlainThread_goesOn(Mode mode) throws Exception {
    var thread = new LinkedBlockingQueue<Thread>();
    var go = new AtomicReference<String>();
    TaskCell<String> task =
        workers.spawn(
            mode.block(
                () -> {
                  thread.add(Thread.currentThread());
                  while (go.get() == null) {
                    LockSupport.park();
                  }
                  return go.get() + await(Leaf.after(1, "b"));
                }));
    Thread parked = Waits.take(thread);
    go.set("a");
    LockSupport.unpark(parked);
    assertThat(workers.get(task)).isEqualTo("ab");
  }

  @ParameterizedTest
  @MethodSource("modes")
  void unparks_ofAnAwaitingBlock_areHarmless(Mode mode) throws Exception {
    var thread = new LinkedBlockingQueue<Thread>();
    var leaf = new Leaf<Integer>("leaf");
    TaskCell<Integer> task =
        workers.spawn(
            mode.block(
                () -> {
                  LockSupport.unpark(Thread.currentThread()); // a permit that is left over
                  thread.add(Thread.currentThread());
                  return await(leaf);
                }));
    Thread awaiting = Waits.take(thread);
    for (int i = 0; i < 1_000; i++) {
      LockSupport.unpark(awaiting);
    }
    leaf.complete(4);
    assertThat(workers.get(task)).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void sleepAndYield_inABlock_letTheWorkerGoOn(Mode mode) throws Exception {
    try (var one = new Workers(1)) {
      var stop = new AtomicInteger();
      TaskCell<Integer> spinner =
          one.spawn(
              mode.block(
                  () -> {
                    while (stop.get() == 0) {
                      Thread.yield();
                    }
                    return 1;
                  }));
      TaskCell<Integer> stopper = one.spawn(mode.block(stop::incrementAndGet));
      assertThat(one.get(spinner)).isEqualTo(1);
      assertThat(one.get(stopper)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void timedParksThenAwaits_inTurn_loseNoUnpark(Mode mode) throws Exception {
    int rounds = Boolean.getBoolean("weft.stress") ? 100_000 : 3_000;
    TaskCell<Integer> task =
        workers.spawn(
            mode.block(
                () -> {
                  int sum = 0;
                  for (int i = 0; i < rounds; i++) {
                    LockSupport.parkNanos(1);
                    sum += await(Leaf.after(1, 1));
                  }
                  return sum;
                }));
    assertThat(workers.get(task)).isEqualTo(rounds);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void childThreads_ofABlock_runOnTheJdksScheduler(Mode mode) throws Exception {
    String seen =
        workers.run(
            mode.block(
                () -> {
                  var child = new AtomicReference<String>();
                  var current = new AtomicReference<Object>(1);
                  Thread started =
                      Thread.startVirtualThread(
                          () -> {
                            current.set(StackfulBlock.currentBlock());
                            child.set(
                                String.valueOf(catchThrowable(() -> await(Leaf.after(3, 1)))));
                          });
                  started.join();
                  int _ = await(Leaf.after(1, 1));
                  return child.get() + " " + current.get();
                }));
    assertThat(seen).isEqualTo("null null");
  }

  @ParameterizedTest
  @MethodSource("modes")
  void childThread_parkedWhenAllIsClosed_endsAndHoldsNoTask(Mode mode) throws Exception {
    var go = new CountDownLatch(1);
    var child = new AtomicReference<Thread>();
    WeakReference<TaskCell<Integer>> task = runWithChild(mode, go, child);
    workers.close();
    Waits.until(
        () -> {
          System.gc();
          return task.refersTo(null);
        });
    assertThat(child.get().isAlive()).isTrue();
    go.countDown();
    assertThat(child.get().join(java.time.Duration.ofSeconds(20))).isTrue();
  }

  private WeakReference<TaskCell<Integer>> runWithChild(
      Mode mode, CountDownLatch go, AtomicReference<Thread> child) throws Exception {
    TaskCell<Integer> task =
        workers.spawn(
            mode.block(
                () -> {
                  child.set(
                      Thread.startVirtualThread(
                          () -> {
                            try {
                              go.await();
                            } catch (InterruptedException interrupt) {
                              throw new AssertionError(interrupt);
                            }
                          }));
                  return await(Leaf.after(1, 1));
                }));
    assertThat(workers.get(task)).isEqualTo(1);
    return new WeakReference<>(task);
  }

  /** Awaits in its initialiser, which pins the thread. */
  private static final class Pinned {
    static final int VALUE;

    static {
      try {
        VALUE = await(Leaf.after(2, 11));
      } catch (Exception failure) {
        throw new ExceptionInInitializerError(failure);
      }
    }
  }

  /** The same, for the other mode: a class is initialised once. */
  private static final class PinnedToo {
    static final int VALUE;

    static {
      try {
        VALUE = await(Leaf.after(2, 11));
      } catch (Exception failure) {
        throw new ExceptionInInitializerError(failure);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void await_inAClassInitialiser_isRefusedInPlaceOnceUnparked(Mode mode) throws Exception {
    var thread = new LinkedBlockingQueue<Thread>();
    TaskCell<Object> task =
        workers.spawn(
            mode.block(
                () -> {
                  thread.add(Thread.currentThread());
                  return mode == Mode.HAND_OFF
                      ? PinnedToo.VALUE
                      : catchThrowable(() -> System.identityHashCode(Pinned.VALUE)).getCause();
                }));
    if (mode == Mode.HAND_OFF) {
      assertThat(workers.get(task)).isEqualTo(11);
    } else {
      Thread pinned = Waits.take(thread);
      Waits.until(
          () -> {
            LockSupport.unpark(pinned);
            return task.isFinished();
          });
      assertThat((Throwable) workers.get(task))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("below a class initialiser or a native frame");
    }
  }
}
