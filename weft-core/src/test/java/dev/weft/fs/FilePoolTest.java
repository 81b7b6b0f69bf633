package dev.weft.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.io.RuntimeClosedException;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class FilePoolTest {

  private static final Path PATH = Path.of("some", "file");
  private static final Duration PATIENCE = Duration.ofNanos(FilePool.PATIENCE_NANOS);

  private final FakeHost host = new FakeHost(2);
  private final TestServices services = new TestServices(new ManualClock()).host(host);
  private final TestTask task = new TestTask(services);
  private final AtomicInteger calls = new AtomicInteger();

  private PathOp<Integer> counting() {
    return PathOp.call("count", PATH, _ -> calls.incrementAndGet());
  }

  @Test
  void operations_thatWaitAtTheSameTime_shareOneJob() throws Exception {
    List<PathOp<Integer>> ops = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ops.add(counting());
      task.pending(ops.get(i));
    }
    assertThat(host.jobs).as("as many jobs as workers").hasSize(2);
    host.runOne();
    assertThat(calls).hasValue(100);
    for (int i = 0; i < 100; i++) {
      assertThat(task.ready(ops.get(i))).isEqualTo(i + 1);
    }
  }

  @Test
  void operation_behindOthersThatBlock_getsAThreadOnceItsPatienceIsOver() throws Exception {
    AtomicReference<PathOp<Integer>> last = new AtomicReference<>(counting());
    for (int i = 0; i < 2; i++) {
      // The job of the first runs that of the second inside itself: both are under way at once.
      PathOp<Integer> op =
          PathOp.call(
              "block",
              PATH,
              _ -> {
                if (!host.jobs.isEmpty()) {
                  host.runOne();
                }
                if (last.get() != null) {
                  waitBehindThem(last.getAndSet(null));
                }
                return 0;
              });
      task.pending(op);
    }
    host.runOne();
    assertThat(calls).hasValue(1);
  }

  private void waitBehindThem(PathOp<Integer> op) {
    try {
      task.pending(op);
      assertThat(host.jobs).as("it is patient").isEmpty();
      task.advance(PATIENCE);
      assertThat(host.jobs).as("a third job").hasSize(1);
      task.advance(PATIENCE);
      assertThat(host.jobs).as("the one that is coming may be enough").hasSize(1);
      host.runOne();
      assertThat(task.ready(op)).isEqualTo(1);
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void wakeOfAnEndedOperation_keptBehindOneThatBlocks_isGivenOutByTheTimer() throws Exception {
    var waiting = new TestTask(services);
    PathOp<Integer> ended = counting();
    PathOp<Integer> blocking =
        PathOp.call(
            "block",
            PATH,
            _ -> {
              int before = waiting.wakes();
              task.advance(PATIENCE);
              return 10 * before + waiting.wakes();
            });
    waiting.pending(ended);
    task.pending(blocking);
    host.runOne();
    assertThat(task.ready(blocking)).as("no wake before the timer, one after it").isEqualTo(1);
    assertThat(waiting.wakes()).isEqualTo(1);
    assertThat(waiting.ready(ended)).isEqualTo(1);
  }

  @Test
  void operation_thatWaitsBehindManyShortOnes_getsNoThreadOfItsOwn() throws Exception {
    List<PathOp<Integer>> shortOnes = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      shortOnes.add(counting());
    }
    PathOp<Integer> waiting = counting();
    PathOp<Integer> busy =
        PathOp.call(
            "busy",
            PATH,
            _ -> {
              try {
                host.jobs.clear(); // the second job comes late
                for (PathOp<Integer> op : shortOnes) {
                  task.pending(op);
                }
                return 0;
              } catch (Exception failure) {
                throw new AssertionError(failure);
              }
            });
    PathOp<Integer> afterThem =
        PathOp.call(
            "look",
            PATH,
            _ -> {
              task.advance(PATIENCE);
              return host.jobs.size();
            });
    task.pending(busy);
    task.pending(afterThem);
    task.pending(waiting);
    host.runOne();
    assertThat(task.ready(afterThem)).isZero();
    assertThat(task.ready(waiting)).isPositive();
  }

  @Test
  void operation_cancelledBeforeItBegins_neverRuns() throws Exception {
    PathOp<Integer> op = counting();
    task.pending(op);
    assertThat(op.cancel()).isTrue();
    host.runOne();
    assertThat(calls).hasValue(0);
    assertThat(task.advance(PATIENCE)).as("the look at what blocks").isEqualTo(1);
    assertThat(task.advanceToNextTimer()).as("a timer is left").isFalse();
  }

  @Test
  void operation_cancelledWhileItRuns_isPolledUntilItHasEnded() throws Exception {
    AtomicReference<PathOp<Integer>> self = new AtomicReference<>();
    PathOp<Integer> op =
        PathOp.call(
            "run",
            PATH,
            running -> {
              assertThat(self.get().cancel()).as("released").isFalse();
              assertThat(running.isStopping()).isTrue();
              return 7;
            });
    self.set(op);
    task.pending(op);
    host.runOne();
    assertThat(op.cancel()).as("its value waits to be taken").isFalse();
    assertThat(task.ready(op)).isEqualTo(7);
  }

  @Test
  void longOperation_cancelled_endsBetweenTwoPieces() throws Exception {
    AtomicReference<PathOp<Integer>> self = new AtomicReference<>();
    PathOp<Integer> op =
        PathOp.call(
            "long",
            PATH,
            running -> {
              for (int piece = 0; ; piece++) {
                running.throwIfStopping();
                if (piece == 3) {
                  self.get().cancel();
                }
              }
            });
    self.set(op);
    task.pending(op);
    host.runOne();
    assertThatThrownBy(() -> task.poll(op))
        .isInstanceOf(Cancellation.class)
        .hasMessage("long(some/file) was cancelled.");
  }

  @Test
  void release_cancelledBeforeItsFirstPoll_happensAllTheSame() throws Exception {
    var backend = new FilePool(host);
    var release = new CloseOp(backend, "release", calls::incrementAndGet);
    assertThat(release.cancel()).isFalse();
    host.runOne();
    task.ready(release);
    assertThat(calls).hasValue(1);
  }

  @Test
  void manyOperations_cancelledBehindOneThatBlocks_areNotKept() throws Exception {
    var backend = new FilePool(host);
    List<FileOp<?>> kept = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      var op = counting();
      op.begin(backend);
      kept.add(op);
    }
    kept.subList(0, 900).forEach(op -> assertThat(op.cancel()).isTrue());
    assertThat(backend.waiting()).isLessThan(300);
    host.runOne();
    assertThat(calls).hasValue(100);
  }

  @Test
  void failure_ofTheSystem_namesThePathAndTheReason() throws Exception {
    PathOp<Integer> full =
        PathOp.call(
            "write",
            PATH,
            _ -> {
              throw new IOException("No space left on device");
            });
    PathOp<Integer> denied =
        PathOp.call(
            "open",
            PATH,
            _ -> {
              throw new AccessDeniedException(PATH.toString());
            });
    task.pending(full);
    task.pending(denied);
    host.runOne();
    assertThatThrownBy(() -> task.poll(full)).hasMessage("some/file: No space left on device");
    assertThatThrownBy(() -> task.poll(denied))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("some/file: Permission denied");
  }

  @Test
  void interruptFlag_leftByTheJobBefore_isClearedSoThatNoChannelCloses() throws Exception {
    PathOp<Boolean> op = PathOp.call("look", PATH, _ -> Thread.currentThread().isInterrupted());
    task.pending(op);
    Thread.currentThread().interrupt();
    host.runOne();
    assertThat(task.ready(op)).isFalse();
  }

  @Test
  void operation_onAClosedRuntime_failsInsteadOfWaiting() throws Exception {
    host.ended = true;
    PathOp<Integer> op = counting();
    assertThatThrownBy(() -> task.poll(op))
        .isInstanceOf(RuntimeClosedException.class)
        .hasMessageStartingWith("count(some/file) can't begin");
  }
}
