package dev.weft.internal.combine;

import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.keep;
import static dev.weft.Async.scope;
import static dev.weft.Async.select;
import static dev.weft.Async.selectBiased;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.stackful;
import static dev.weft.Async.timeout;
import static dev.weft.Async.tryJoin;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Async;
import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.JoinMap;
import dev.weft.JoinSet;
import dev.weft.Poll;
import dev.weft.Scope;
import dev.weft.Selected;
import dev.weft.TaskLocal;
import dev.weft.Weft;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The combinators through the public methods, on both schedulers, with and without the opens. */
@Tag("stackful")
@Timeout(60)
class CombineOnRuntimeTest {

  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(5);

  private static Weft runtime(Weft.Scheduler scheduler) {
    Weft.Builder builder = Weft.builder().scheduler(scheduler);
    return scheduler == Weft.Scheduler.WORK_STEALING ? builder.workers(2).build() : builder.build();
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void join_manySleeps_allComplete(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = runtime(scheduler)) {
      var sleeps = new ArrayList<Future<Void>>();
      for (int i = 0; i < 1_000; i++) {
        sleeps.add(sleep(Duration.ofMillis(i % 10)));
      }
      assertThat(weft.blockOn(join(sleeps))).hasSize(1_000);
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void tryJoin_blockFails_siblingCleansUpFirst(Weft.Scheduler scheduler) {
    var failure = new IOException();
    var log = new ConcurrentLinkedQueue<String>();
    try (Weft weft = runtime(scheduler)) {
      var sibling =
          stackful(
              () -> {
                try {
                  await(sleep(LONG));
                } finally {
                  await(sleep(SHORT));
                  log.add("cleaned up");
                }
              });
      Future<Void> failing =
          stackful(
              () -> {
                await(yieldNow());
                throw failure;
              });
      assertThat(catchThrowable(() -> weft.blockOn(tryJoin(sibling, failing)))).isSameAs(failure);
    }
    assertThat(log).containsExactly("cleaned up");
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void select_sleepBesideBlock_blockWins(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = runtime(scheduler)) {
      var winner = weft.blockOn(select(sleep(LONG), stackful(() -> "value")));
      assertThat(winner).isEqualTo(new Selected.Second<>("value"));
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void keep_handleRacedInALoop_joinedInTheEnd(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = runtime(scheduler)) {
      Future<Integer> main =
          stackful(
              () -> {
                JoinHandle<Integer> task =
                    spawn(
                        stackful(
                            () -> {
                              await(sleep(Duration.ofMillis(20)));
                              return 7;
                            }));
                int rounds = 0;
                while (!(await(selectBiased(keep(task), sleep(SHORT))) instanceof Selected.First)) {
                  rounds++;
                }
                assertThat(rounds).isPositive();
                return await(task);
              });
      assertThat(weft.blockOn(main)).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void timeout_blockThatSleeps_seesTheCancellation(Weft.Scheduler scheduler) {
    var seen = new ConcurrentLinkedQueue<Throwable>();
    try (Weft weft = runtime(scheduler)) {
      Future<Void> slow =
          stackful(
              () -> {
                try {
                  await(sleep(LONG));
                } catch (Cancellation cancellation) {
                  seen.add(cancellation);
                  throw cancellation;
                }
              });
      assertThatThrownBy(() -> weft.blockOn(timeout(SHORT, slow)))
          .isInstanceOf(TimeoutException.class);
    }
    assertThat(seen).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void timeout_blockStuckInACallOfTheJdk_interrupted(Weft.Scheduler scheduler) {
    try (Weft weft = runtime(scheduler)) {
      Future<Void> stuck = stackful(() -> new java.util.concurrent.Semaphore(0).acquire());
      assertThatThrownBy(() -> weft.blockOn(timeout(SHORT, stuck)))
          .isInstanceOf(TimeoutException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  @Timeout(5)
  void timeout_ofStuckBlockWithinABlock_interrupted(Weft.Scheduler scheduler) {
    try (Weft weft = runtime(scheduler)) {
      Future<Void> stuck = stackful(() -> new java.util.concurrent.Semaphore(0).acquire());
      Future<Void> outer = stackful(() -> await(timeout(SHORT, stuck)));
      assertThatThrownBy(() -> weft.blockOn(outer)).isInstanceOf(TimeoutException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void scope_block_childrenEndWithIt(Weft.Scheduler scheduler) throws Exception {
    var done = new AtomicInteger();
    try (Weft weft = runtime(scheduler)) {
      Future<Integer> block =
          scope(
              s -> {
                for (int i = 0; i < 100; i++) {
                  s.spawn(
                      stackful(
                          () -> {
                            await(yieldNow());
                            done.incrementAndGet();
                          }));
                }
                return 1;
              });
      assertThat(weft.blockOn(block)).isEqualTo(1);
      assertThat(done).hasValue(100);
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void scope_childFails_bodyCancelled(Weft.Scheduler scheduler) {
    var failure = new IOException();
    try (Weft weft = runtime(scheduler)) {
      Future<Integer> block =
          scope(
              s -> {
                s.spawn(
                    stackful(
                        () -> {
                          throw failure;
                        }));
                await(sleep(LONG));
                return 1;
              });
      assertThat(catchThrowable(() -> weft.blockOn(block))).isSameAs(failure);
    }
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void scope_resource_closeCancelsWhatRuns(Weft.Scheduler scheduler) throws Exception {
    var log = new ConcurrentLinkedQueue<String>();
    try (Weft weft = runtime(scheduler)) {
      weft.blockOn(
          stackful(
              () -> {
                try (Scope s = Scope.open()) {
                  s.spawn(
                      stackful(
                          () -> {
                            try {
                              await(sleep(LONG));
                            } finally {
                              log.add("child");
                            }
                          }));
                  await(sleep(SHORT));
                }
                log.add("after");
              }));
    }
    assertThat(log).containsExactly("child", "after");
  }

  @ParameterizedTest
  @EnumSource(Weft.Scheduler.class)
  void taskLocal_inBlocks_boundForThemAndTheirCleanUp(Weft.Scheduler scheduler) throws Exception {
    TaskLocal<String> user = TaskLocal.create("user");
    try (Weft weft = runtime(scheduler)) {
      Future<String> look =
          stackful(
              () -> {
                String before = user.get();
                await(sleep(SHORT));
                return before + user.get();
              });
      Future<String> other = stackful(() -> String.valueOf(user.getOrNull()));
      var both = weft.blockOn(join(List.of(user.where("ann", look), other)));
      assertThat(both).containsExactly("annann", "null");
    }
  }

  @Test
  void joinSet_closedByItsOwnChild_failsThatOneInsteadOfWaitingForEver() throws Exception {
    try (Weft weft = Weft.builder().workers(1).build()) {
      Throwable failure =
          weft.blockOn(
              Async.stackful(
                  () -> {
                    JoinSet<Integer> set = JoinSet.open();
                    JoinHandle<Integer> child =
                        set.spawn(
                            Async.stackful(
                                () -> {
                                  Async.await(set.closeAsync());
                                  return 1;
                                }));
                    return catchThrowable(() -> Async.await(child));
                  }));
      assertThat(failure)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("A child awaits the close of a scope that it belongs to");
    }
  }

  @Test
  void joinMap_keyThatCannotBeHashed_startsNothing() throws Exception {
    try (Weft weft = Weft.builder().workers(1).build()) {
      Integer size =
          weft.blockOn(
              Async.stackful(
                  () -> {
                    JoinMap<Object, Integer> map = JoinMap.open();
                    Object key =
                        new Object() {
                          @Override
                          public int hashCode() {
                            throw new UnsupportedOperationException("a test");
                          }
                        };
                    assertThat(catchThrowable(() -> map.spawn(key, cx -> Poll.ready(1))))
                        .isInstanceOf(UnsupportedOperationException.class);
                    return map.size();
                  }));
      assertThat(size).isZero();
    }
  }
}
