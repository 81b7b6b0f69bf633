package dev.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.scope;
import static dev.weft.Async.select;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.spawnBlocking;
import static dev.weft.Async.timeout;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Selected.First;
import dev.weft.Selected.Second;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everyday code on each scheduler, as users write it. */
@Tag("stackful")
@Timeout(60)
class AsyncTest {

  static Stream<Weft.Scheduler> schedulers() {
    return Stream.of(Weft.Scheduler.values());
  }

  private interface Body {
    void run(Weft weft) throws Exception;
  }

  private static void on(Weft.Scheduler scheduler, Body body) throws Exception {
    try (Weft weft = Weft.builder().scheduler(scheduler).workers(2).build()) {
      body.run(weft);
    }
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void await_sequence_addsUp(Weft.Scheduler scheduler) throws Exception {
    on(
        scheduler,
        weft ->
            assertThat(
                    weft.blockOn(
                        async(
                            () -> {
                              await(sleep(Duration.ofMillis(1)));
                              int a = await(async(() -> 20));
                              await(yieldNow());
                              int b = await(spawn(async(() -> 22)));
                              return a + b;
                            })))
                .isEqualTo(42));
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void join_twoBlocks_givesBoth(Weft.Scheduler scheduler) throws Exception {
    on(
        scheduler,
        weft -> {
          Join2<Integer, String> both =
              weft.blockOn(
                  join(
                      async(
                          () -> {
                            await(sleep(Duration.ofMillis(2)));
                            return 1;
                          }),
                      async(() -> "two")));
          assertThat(both).isEqualTo(new Join2<>(1, "two"));
        });
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void select_sleepAgainstNever_cancelsTheLoserAndItsFinallyAwaits(Weft.Scheduler scheduler)
      throws Exception {
    on(
        scheduler,
        weft -> {
          var cleaned = new AtomicBoolean();
          Select2<Void, Object> winner =
              weft.blockOn(
                  select(
                      sleep(Duration.ofMillis(2)),
                      async(
                          () -> {
                            try {
                              await(sleep(Duration.ofHours(1)));
                              return "never";
                            } finally {
                              await(sleep(Duration.ofMillis(1)));
                              cleaned.set(true);
                            }
                          })));
          String text =
              switch (winner) {
                case First(var _) -> "slept";
                case Second(var value) -> "got " + value;
              };
          assertThat(text).isEqualTo("slept");
          assertThat(cleaned).isTrue();
        });
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void timeout_tooSlow_throwsTimeoutException(Weft.Scheduler scheduler) throws Exception {
    on(
        scheduler,
        weft ->
            assertThatThrownBy(
                    () ->
                        weft.blockOn(
                            timeout(
                                Duration.ofMillis(2),
                                async(
                                    () -> {
                                      await(sleep(Duration.ofHours(1)));
                                    }))))
                .isInstanceOf(TimeoutException.class));
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void abort_blockThatWaits_seesCancellationAndCleansUp(Weft.Scheduler scheduler) throws Exception {
    on(
        scheduler,
        weft -> {
          List<String> log = new ArrayList<>();
          weft.blockOn(
              async(
                  () -> {
                    JoinHandle<Void> handle =
                        spawn(
                            async(
                                () -> {
                                  try {
                                    log.add("waits");
                                    await(sleep(Duration.ofHours(1)));
                                  } catch (Cancellation cancellation) {
                                    log.add("cancelled");
                                    throw cancellation;
                                  } finally {
                                    await(yieldNow());
                                    log.add("cleaned");
                                  }
                                }));
                    while (log.isEmpty()) {
                      await(sleep(Duration.ofMillis(1)));
                    }
                    handle.abort();
                    try {
                      await(handle);
                    } catch (CancellationException gone) {
                      log.add("joined");
                    }
                  }));
          assertThat(log).containsExactly("waits", "cancelled", "cleaned", "joined");
        });
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void scope_children_allEndWithIt(Weft.Scheduler scheduler) throws Exception {
    on(
        scheduler,
        weft -> {
          int sum =
              weft.blockOn(
                  scope(
                      s -> {
                        var one = s.spawn(async(() -> 1));
                        var two =
                            s.spawn(
                                async(
                                    () -> {
                                      await(sleep(Duration.ofMillis(1)));
                                      return 2;
                                    }));
                        return await(one) + await(two);
                      }));
          assertThat(sum).isEqualTo(3);
        });
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void scope_childFails_siblingsAreCancelledAndFailureIsThrown(Weft.Scheduler scheduler)
      throws Exception {
    on(
        scheduler,
        weft -> {
          var failure = new IllegalStateException("child");
          var begun = new AtomicBoolean();
          var cleaned = new AtomicBoolean();
          assertThatThrownBy(
                  () ->
                      weft.blockOn(
                          scope(
                              s -> {
                                s.spawn(
                                    async(
                                        () -> {
                                          try {
                                            begun.set(true);
                                            await(sleep(Duration.ofHours(1)));
                                          } finally {
                                            cleaned.set(true);
                                          }
                                        }));
                                s.spawn(
                                    async(
                                        () -> {
                                          do {
                                            await(sleep(Duration.ofMillis(2)));
                                          } while (!begun.get());
                                          throw failure;
                                        }));
                                await(sleep(Duration.ofHours(1)));
                                return null;
                              })))
              .isSameAs(failure);
          assertThat(cleaned).isTrue();
        });
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void scopeAsResource_closeCancelsWhatRuns(Weft.Scheduler scheduler) throws Exception {
    on(
        scheduler,
        weft -> {
          var cleaned = new AtomicBoolean();
          weft.blockOn(
              async(
                  () -> {
                    var started = new AtomicBoolean();
                    try (var s = Scope.open()) {
                      s.spawn(
                          async(
                              () -> {
                                try {
                                  started.set(true);
                                  await(sleep(Duration.ofHours(1)));
                                } finally {
                                  cleaned.set(true);
                                }
                              }));
                      while (!started.get()) {
                        await(sleep(Duration.ofMillis(1)));
                      }
                    }
                    assertThat(cleaned).isTrue();
                  }));
          assertThat(cleaned).isTrue();
        });
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void taskLocal_isSeenInsideItsFutureOnly(Weft.Scheduler scheduler) throws Exception {
    on(
        scheduler,
        weft -> {
          TaskLocal<String> user = TaskLocal.create("user");
          String seen =
              weft.blockOn(
                  async(
                      () -> {
                        String before = String.valueOf(user.getOrNull());
                        String inside =
                            await(
                                user.where(
                                    "ada",
                                    async(
                                        () -> {
                                          await(sleep(Duration.ofMillis(1)));
                                          return user.get();
                                        })));
                        return before + inside + user.getOrNull();
                      }));
          assertThat(seen).isEqualTo("nulladanull");
        });
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void spawnBlocking_insideBlock_givesValueAndKnowsItsRuntime(Weft.Scheduler scheduler)
      throws Exception {
    on(
        scheduler,
        weft ->
            assertThat(
                    weft.blockOn(async(() -> await(spawnBlocking(() -> Weft.current() == weft)))))
                .isTrue());
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void manyBlocks_awaitingOften_allFinish(Weft.Scheduler scheduler) throws Exception {
    on(
        scheduler,
        weft -> {
          List<JoinHandle<Integer>> handles = new ArrayList<>();
          for (int i = 0; i < 500; i++) {
            int mine = i;
            handles.add(
                weft.spawn(
                    async(
                        () -> {
                          for (int k = 0; k < 10; k++) {
                            await(yieldNow());
                          }
                          return mine;
                        })));
          }
          int sum = weft.blockOn(async(() -> await(join(handles)).stream().mapToInt(x -> x).sum()));
          assertThat(sum).isEqualTo(500 * 499 / 2);
        });
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void dump_showsWhereTasksWait(Weft.Scheduler scheduler) throws Exception {
    on(
        scheduler,
        weft -> {
          weft.blockOn(
              async(
                  () -> {
                    JoinHandle<Void> handle =
                        spawn(
                            async(
                                () -> {
                                  await(sleep(Duration.ofHours(1)));
                                }));
                    await(sleep(Duration.ofMillis(5)));
                    assertThat(weft.dump().toString()).contains("AsyncTest");
                    handle.abort();
                  }));
          assertThat(weft.metrics().spawnedTasks()).isEqualTo(2);
        });
  }

  @Test
  void recursion_thousandBlocksDeepOnAWorker_returns() throws Exception {
    on(
        Weft.Scheduler.WORK_STEALING,
        weft -> assertThat(weft.blockOn(weft.spawn(down(1000)))).isEqualTo(1000));
  }

  private static Future<Integer> down(int levels) {
    return async(
        () -> {
          if (levels == 0) {
            await(yieldNow());
            return 0;
          }
          return 1 + await(down(levels - 1));
        });
  }
}
