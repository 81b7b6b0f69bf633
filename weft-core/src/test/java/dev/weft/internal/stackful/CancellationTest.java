package dev.weft.internal.stackful;

import static dev.weft.internal.stackful.Awaiter.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.testkit.TestTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("stackful")
final class CancellationTest {

  private final TestTask task = new TestTask();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final Leaf<Integer> leaf = new Leaf<>("leaf");
  private final Leaf<Integer> second = new Leaf<>("second");

  static Stream<Mode> modes() {
    return Mode.available();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void cancel_beforeTheFirstPoll_neverRunsTheBody(Mode mode) {
    StackfulBlock<Boolean> block = mode.block(() -> log.add("ran"));
    assertThat(block.cancel()).isTrue();
    assertThat(log).isEmpty();
    assertThatThrownBy(() -> task.poll(block)).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void cancel_atAnAwait_throwsThereAndReleasesTheLeaf(Mode mode) throws Exception {
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              try {
                return await(leaf);
              } catch (Exception wrong) {
                log.add("caught as an exception");
                return 1;
              } catch (Cancellation cancellation) {
                log.add("cancelled");
                throw cancellation;
              }
            });
    Drives.until(task, block, () -> leaf.polls() > 0);
    assertThat(block.cancel()).isFalse();
    assertThat(leaf.wasCancelled()).isTrue();
    assertThatThrownBy(() -> Drives.toTheEnd(task, block))
        .isInstanceOf(Cancellation.class)
        .hasMessageContaining("test block in dev.weft.internal.stackful.CancellationTest");
    assertThat(log).containsExactly("cancelled");
  }

  @ParameterizedTest
  @MethodSource("modes")
  void abort_whileTheBodyRuns_throwsAtTheNextAwaitBeforeItsPoll(Mode mode) {
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              task.requestAbort();
              log.add("goes on");
              return await(leaf);
            });
    assertThatThrownBy(() -> Drives.toTheEnd(task, block)).isInstanceOf(Cancellation.class);
    assertThat(log).containsExactly("goes on");
    assertThat(leaf.polls()).isZero();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void finallyBlock_ofACancelledBody_mayAwait(Mode mode) throws Exception {
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              try {
                return await(leaf);
              } finally {
                log.add("value " + await(Leaf.after(3, 7)));
              }
            });
    Drives.until(task, block, () -> leaf.polls() > 0);
    block.cancel();
    assertThatThrownBy(() -> Drives.toTheEnd(task, block)).isInstanceOf(Cancellation.class);
    assertThat(log).containsExactly("value 7");
  }

  @ParameterizedTest
  @MethodSource("modes")
  void value_afterASwallowedCancellation_counts(Mode mode) throws Exception {
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              try {
                return await(leaf);
              } catch (Cancellation cancellation) {
                return 5 + await(Leaf.after(1, 1));
              }
            });
    Drives.until(task, block, () -> leaf.polls() > 0);
    block.cancel();
    assertThat(Drives.toTheEnd(task, block)).isEqualTo(6);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void secondRequest_duringCleanUp_changesNothing(Mode mode) throws Exception {
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              try {
                return await(leaf);
              } catch (Cancellation cancellation) {
                return await(second);
              }
            });
    Drives.until(task, block, () -> leaf.polls() > 0);
    block.cancel();
    Drives.until(task, block, () -> second.polls() > 0);
    assertThat(block.cancel()).isFalse();
    assertThat(second.wasCancelled()).isFalse();
    second.complete(9);
    assertThat(Drives.toTheEnd(task, block)).isEqualTo(9);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void valueOfALeaf_thatRaceWithTheRequest_isDelivered(Mode mode) throws Exception {
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              int value = await(mode.block(() -> swallow(leaf)));
              log.add("value " + value);
              return await(second);
            });
    Drives.until(task, block, () -> leaf.polls() > 0);
    block.cancel();
    assertThatThrownBy(() -> Drives.toTheEnd(task, block)).isInstanceOf(Cancellation.class);
    assertThat(log).containsExactly("value -1");
    assertThat(second.polls()).isZero();
  }

  private static int swallow(Leaf<Integer> leaf) throws Exception {
    try {
      return await(leaf);
    } catch (Cancellation cancellation) {
      return -1;
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void cleanUp_pastItsGrace_isCutShort(Mode mode) throws Exception {
    task.grace(Duration.ofSeconds(3));
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              try {
                return await(leaf);
              } finally {
                log.add(catchThrowable(() -> await(second)).getClass().getSimpleName());
              }
            });
    Drives.until(task, block, () -> leaf.polls() > 0);
    block.cancel();
    Drives.until(task, block, () -> second.polls() > 0);
    assertThat(task.advance(Duration.ofSeconds(3))).isEqualTo(1);
    assertThatThrownBy(() -> Drives.toTheEnd(task, block)).isInstanceOf(Cancellation.class);
    assertThat(log).containsExactly("Cancellation");
    assertThat(second.wasCancelled()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void cleanUp_awaiting100TimesPastItsGrace_isGivenUpAndReported(Mode mode) throws Exception {
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              while (true) {
                try {
                  int _ = await(new Leaf<Integer>("again"));
                } catch (Cancellation cancellation) {
                  log.add("x");
                }
              }
            });
    Drives.until(task, block, () -> true);
    block.cancel();
    task.clock().advance(Duration.ofSeconds(11));
    Drives.until(task, block, () -> log.size() >= 1);
    task.clock().advance(Duration.ofSeconds(11));
    Throwable thrown = catchThrowable(() -> Drives.toTheEnd(task, block));
    assertThat(thrown).isInstanceOf(Cancellation.class).hasMessageContaining("was given up");
    assertThat(task.unhandled()).containsExactly(thrown);
    assertThat(log).hasSize(101);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void cancel_whileBlockedInTheJdk_interruptsOnce(Mode mode) throws Exception {
    var queue = new LinkedBlockingQueue<Integer>();
    var thread = new AtomicReference<Thread>();
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              thread.set(Thread.currentThread());
              try {
                return queue.take();
              } catch (InterruptedException interrupt) {
                log.add("interrupted, flag " + Thread.currentThread().isInterrupted());
              }
              LockSupport.unpark(Thread.currentThread());
              LockSupport.park(); // would return on a flag as well as on the permit
              log.add("flag " + Thread.currentThread().isInterrupted());
              try {
                return await(leaf);
              } finally {
                log.add("cleans up " + await(Leaf.after(2, 1)));
              }
            });
    task.pending(block);
    Waits.until(() -> thread.get() != null && thread.get().getState() == Thread.State.WAITING);
    assertThat(block.cancel()).isFalse();
    assertThat(block.cancel()).isFalse();
    assertThatThrownBy(() -> Drives.toTheEnd(task, block)).isInstanceOf(Cancellation.class);
    assertThat(log).containsExactly("interrupted, flag false", "flag false", "cleans up 1");
    assertThat(leaf.polls()).isZero();
    assertThat(task.abortPending()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void cancel_whileParkedByUserCode_leavesNoFlagForTheCleanUp(Mode mode) throws Exception {
    var thread = new AtomicReference<Thread>();
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              thread.set(Thread.currentThread());
              while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
              }
              try {
                return await(leaf);
              } finally {
                log.add("flag " + Thread.currentThread().isInterrupted());
              }
            });
    task.pending(block);
    Waits.until(() -> thread.get() != null && thread.get().getState() == Thread.State.WAITING);
    block.cancel();
    assertThatThrownBy(() -> Drives.toTheEnd(task, block)).isInstanceOf(Cancellation.class);
    assertThat(log).containsExactly("flag false");
    assertThat(task.abortPending()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void interrupt_fromOutsideAtAnAwait_abortsTheTask(Mode mode) throws Exception {
    var thread = new AtomicReference<Thread>();
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              thread.set(Thread.currentThread());
              try {
                return await(leaf);
              } finally {
                log.add("flag " + Thread.currentThread().isInterrupted());
              }
            });
    Drives.until(task, block, () -> leaf.polls() > 0);
    thread.get().interrupt();
    assertThatThrownBy(() -> Drives.toTheEnd(task, block)).isInstanceOf(Cancellation.class);
    assertThat(log).containsExactly("flag false");
  }

  @ParameterizedTest
  @MethodSource("modes")
  void interrupt_seenWhenAnAwaitBegins_abortsTheTask(Mode mode) {
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              Thread.currentThread().interrupt();
              return await(leaf);
            });
    assertThatThrownBy(() -> Drives.toTheEnd(task, block)).isInstanceOf(Cancellation.class);
    assertThat(leaf.polls()).isZero();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void interrupt_outsideAnyTask_cancelsTheBlock(Mode mode) throws Exception {
    StackfulBlock<Integer> block =
        mode.block(
            () -> {
              Thread.currentThread().interrupt();
              return await(leaf);
            });
    var ended = new CountDownLatch(1);
    var thrown = new AtomicReference<Throwable>();
    Thread plain =
        Thread.ofPlatform()
            .start(
                () -> {
                  thrown.set(catchThrowable(() -> await(block)));
                  ended.countDown();
                });
    Waits.on(ended);
    plain.join();
    assertThat(thrown.get()).isInstanceOf(Cancellation.class);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void poll_ofABlockWrittenWithoutATask_works(Mode mode) throws Exception {
    StackfulBlock<Integer> block = mode.block(() -> await(Leaf.ready(3)));
    var woken = new LinkedBlockingQueue<String>();
    Context cx = Context.of(() -> woken.add("x"));
    while (!(block.poll(cx) instanceof dev.weft.Poll.Ready<Integer>(Integer value))) {
      Waits.take(woken);
    }
    assertThat(value).isEqualTo(3);
  }
}
