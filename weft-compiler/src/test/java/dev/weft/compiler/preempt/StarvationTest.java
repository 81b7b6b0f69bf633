package dev.weft.compiler.preempt;

import static dev.weft.Async.async;
import static dev.weft.Async.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A loop that doesn't end takes nothing from its neighbours. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class StarvationTest {

  @TempDir private static Path folder;
  private static Spinning loops;

  private final AtomicBoolean stop = new AtomicBoolean();

  @BeforeAll
  static void compile() throws Exception {
    loops = new Spinning(folder);
  }

  private static Weft runtime(Weft.Scheduler scheduler) {
    return Weft.builder().scheduler(scheduler).workers(1).build();
  }

  private Future<Void> stopping() {
    return _ -> {
      stop.set(true);
      return Poll.ready(null);
    };
  }

  /** Stops the loops once one has yielded; a spare worker may run it before that. */
  private Future<Void> stoppingAfterAYield(Weft weft) {
    return cx -> {
      if (weft.metrics().yields() == 0) {
        cx.waker().wake();
        return Poll.pending();
      }
      stop.set(true);
      return Poll.ready(null);
    };
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void deadLoop_inATask_letsItsNeighbourRun(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = runtime(scheduler)) {
      JoinHandle<Long> spinning = weft.spawn(async(loops.until(stop)));
      weft.spawn(stoppingAfterAYield(weft)).detach();
      assertThat(weft.blockOn(spinning)).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void deadLoop_inTheRoot_letsABlockOfItsTaskRun(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = runtime(scheduler)) {
      assertThat(weft.blockOn(join(async(loops.until(stop)), stopping())).first()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void manyDeadLoops_onOneWorker_takeTurns(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = runtime(scheduler)) {
      JoinHandle<Long> first = weft.spawn(async(loops.until(stop)));
      JoinHandle<Long> second = weft.spawn(async(loops.until(stop)));
      JoinHandle<Long> third = weft.spawn(async(loops.until(stop)));
      weft.spawn(stopping()).detach();
      assertThat(weft.blockOn(join(List.of(first, second, third)))).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void deadLoop_aborted_endsAndCleansUp(Weft.Scheduler scheduler) throws Exception {
    var cleanedUp = new AtomicBoolean();
    try (Weft weft = runtime(scheduler)) {
      JoinHandle<Void> spinning = weft.spawn(async(loops.forever(cleanedUp)));
      weft.spawn(
              (Future<Void>)
                  _ -> {
                    spinning.abort();
                    return Poll.ready(null);
                  })
          .detach();
      assertThatThrownBy(() -> weft.blockOn(spinning)).isInstanceOf(CancellationException.class);
    }
    assertThat(cleanedUp).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void deadLoop_whenTheRuntimeCloses_ends(Weft.Scheduler scheduler) throws Exception {
    var cleanedUp = new AtomicBoolean();
    try (Weft weft = runtime(scheduler)) {
      weft.spawn(async(loops.forever(cleanedUp))).detach();
      JoinHandle<Void> behind = weft.spawn(stopping());
      assertThat(weft.blockOn(behind)).isNull();
    }
    assertThat(cleanedUp).isTrue();
  }
}
