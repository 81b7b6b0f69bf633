package dev.weft.internal.stackful;

import static dev.weft.internal.stackful.Awaiter.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Poll;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The blocks of a task run one at a time, wherever they run. */
@Tag("stackful")
final class TurnTest {

  static Stream<Mode> modes() {
    return Mode.available();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void blocks_ofOneTask_neverRunAtOnce(Mode mode) throws Exception {
    try (var workers = new Workers(2)) {
      var inside = new AtomicInteger();
      var wrong = new AtomicInteger();
      List<StackfulBlock<Integer>> blocks = new ArrayList<>();
      for (int b = 0; b < 3; b++) {
        blocks.add(
            mode.block(
                () -> {
                  for (int i = 0; i < 400; i++) {
                    if (inside.incrementAndGet() != 1) {
                      wrong.incrementAndGet();
                    }
                    Thread.onSpinWait();
                    inside.decrementAndGet();
                    int _ = await(Leaf.after(i % 3, i));
                  }
                  return 1;
                }));
      }
      assertThat(workers.run(new Both(blocks))).isEqualTo(3);
      assertThat(wrong).hasValue(0);
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void block_thatNeverWaits_letsTheOthersRun(Mode mode) throws Exception {
    try (var workers = new Workers(1)) {
      var stop = new AtomicInteger();
      StackfulBlock<Integer> greedy =
          mode.block(
              () -> {
                int rounds = 0;
                while (stop.get() == 0) {
                  rounds += await(Leaf.ready(1));
                }
                return rounds;
              });
      StackfulBlock<Integer> other = mode.block(stop::incrementAndGet);
      assertThat(workers.run(new Both(List.of(greedy, other)))).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void polls_onAVirtualThread_work(Mode mode) throws Exception {
    StackfulBlock<Integer> block = mode.block(TurnTest::mixed);
    var task = new TestTask();
    int sum = onVirtual(() -> Drives.toTheEnd(task, block));
    assertThat(sum).isEqualTo(EXPECTED);
    assertThat(task.turnHeld()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void polls_onPlatformAndVirtualThreadsInTurn_work(Mode mode) throws Exception {
    StackfulBlock<Integer> block = mode.block(TurnTest::mixed);
    var task = new TestTask();
    for (int i = 0; ; i++) {
      int _ = task.takeWakes();
      Poll<Integer> poll =
          i % 2 == 0 ? Drives.poll(task, block) : onVirtual(() -> Drives.poll(task, block));
      if (poll instanceof Poll.Ready<Integer>(Integer sum)) {
        assertThat(sum).isEqualTo(EXPECTED);
        break;
      }
      task.awaitWakes(1);
    }
    assertThat(task.turnHeld()).isFalse();
  }

  /**
   * The JDK then puts it into the pool of the carrier that it ran on, whatever its scheduler is.
   */
  @ParameterizedTest
  @MethodSource("modes")
  void thread_unparkedWhileItParksForAPollOnAVirtualThread_isNotLost(Mode mode) throws Exception {
    int rounds = 5_000;
    var parking = new AtomicReference<Thread>();
    var begun = new AtomicInteger();
    var ended = new AtomicInteger();
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              parking.set(Thread.currentThread());
              int sum = 0;
              for (int i = 1; i <= rounds; i++) {
                begun.set(i);
                while (ended.get() < i) {
                  LockSupport.park();
                }
                sum += await(Leaf.after(1, 1));
              }
              return sum;
            });
    Thread unparking =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 1; i <= rounds; i++) {
                    while (begun.get() < i && !Thread.interrupted()) {
                      Thread.onSpinWait();
                    }
                    for (int spins = i % 300; spins > 0; spins--) {
                      Thread.onSpinWait(); // sooner or later it hits the thread while it parks
                    }
                    ended.set(i);
                    LockSupport.unpark(parking.get());
                  }
                });
    try {
      var task = new TestTask();
      assertThat(Drives.poll(task, block).isReady()).isFalse(); // on a platform thread: in place
      assertThat(onVirtual(() -> Drives.toTheEnd(task, block))).isEqualTo(rounds);
    } finally {
      ended.set(rounds);
      unparking.interrupt();
      unparking.join();
    }
  }

  private static final int EXPECTED = 200 * 3;

  private static int mixed() throws Exception {
    var queue = new LinkedBlockingQueue<Integer>();
    int sum = 0;
    for (int i = 0; i < 200; i++) {
      sum += await(Leaf.after(i % 3, 1));
      Thread.startVirtualThread(() -> queue.add(2));
      sum += queue.take();
    }
    return sum;
  }

  private static <T> T onVirtual(Callable<T> call) throws Exception {
    var result = new CompletableFuture<T>();
    Thread _ =
        Thread.startVirtualThread(
            () -> {
              try {
                result.complete(call.call());
              } catch (Throwable failure) {
                result.completeExceptionally(failure);
              }
            });
    return result.get(20, TimeUnit.SECONDS);
  }
}
