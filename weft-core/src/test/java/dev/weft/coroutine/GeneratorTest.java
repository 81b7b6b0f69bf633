package dev.weft.coroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Async;
import dev.weft.Cancellation;
import dev.weft.internal.stackful.TestThreads;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("stackful")
final class GeneratorTest {

  private static <T> Generator<T> generator(TestThreads mode, Generator.Body<T> body) {
    return new Generator<>(mode.threads(), body);
  }

  private static void count(Generator.Yielder<Integer> out, int from, int to) {
    for (int i = from; i < to; i++) {
      out.yield(i);
    }
  }

  private static List<Integer> drain(Iterator<Integer> values) {
    List<Integer> all = new ArrayList<>();
    values.forEachRemaining(all::add);
    return all;
  }

  static Stream<org.junit.jupiter.params.provider.Arguments> all() {
    return Callers.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void values_yieldedAtAnyDepth_comeInOrder(Callers caller, TestThreads mode) throws Exception {
    List<Integer> values =
        caller.call(
            () -> {
              Generator<Integer> generator =
                  generator(
                      mode,
                      out -> {
                        count(out, 0, 300);
                        count(out, 300, 600);
                      });
              return drain(generator.iterator());
            });
    assertThat(values).hasSize(600).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("all")
  void generator_insideAnother_yieldsThroughIt(Callers caller, TestThreads mode) throws Exception {
    List<Integer> values = caller.call(() -> drain(nested(mode, 20).iterator()));
    assertThat(values).hasSize(21).isSorted();
  }

  private static Generator<Integer> nested(TestThreads mode, int depth) {
    return generator(
        mode,
        out -> {
          if (depth > 0) {
            for (int value : nested(mode, depth - 1)) {
              out.yield(value);
            }
          }
          out.yield(depth);
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void close_beforeTheEnd_runsFinallyAndEnds(Callers caller, TestThreads mode) throws Exception {
    List<String> log = new ArrayList<>();
    caller.call(
        () -> {
          Generator<Integer> generator =
              generator(
                  mode,
                  out -> {
                    try {
                      count(out, 0, 100);
                    } catch (Cancellation cancelled) {
                      log.add("cancelled");
                      throw cancelled;
                    } finally {
                      log.add("finally");
                    }
                  });
          Generator.Run<Integer> run = generator.iterator();
          try (run) {
            log.add("got " + run.next());
          }
          assertThat(run.hasNext()).isFalse();
          run.close();
          return null;
        });
    assertThat(log).containsExactly("got 0", "cancelled", "finally");
  }

  @ParameterizedTest
  @MethodSource("all")
  void stream_closedEarly_runsFinally(Callers caller, TestThreads mode) throws Exception {
    var ended = new AtomicInteger();
    List<Integer> firsts =
        caller.call(
            () -> {
              Generator<Integer> generator =
                  generator(
                      mode,
                      out -> {
                        try {
                          count(out, 0, Integer.MAX_VALUE);
                        } finally {
                          ended.incrementAndGet();
                        }
                      });
              try (Stream<Integer> stream = generator.stream()) {
                return stream.filter(value -> value % 2 == 1).limit(3).toList();
              }
            });
    assertThat(firsts).containsExactly(1, 3, 5);
    assertThat(ended).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource("all")
  void exception_ofTheBody_arrivesAsItselfAtTheConsumer(Callers caller, TestThreads mode)
      throws Exception {
    var thrown = new IOException("a test");
    caller.call(
        () -> {
          Generator<Integer> generator =
              generator(
                  mode,
                  out -> {
                    out.yield(1);
                    throw thrown;
                  });
          Generator.Run<Integer> run = generator.iterator();
          assertThat(run.next()).isEqualTo(1);
          assertThat(catchThrowable(run::hasNext)).isSameAs(thrown);
          assertThat(run.hasNext()).isFalse();
          assertThatThrownBy(run::next).isInstanceOf(NoSuchElementException.class);
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void exception_ofTheCleanUp_isThrownByClose(Callers caller, TestThreads mode) throws Exception {
    var thrown = new IOException("a test");
    caller.call(
        () -> {
          Generator.Run<Integer> run =
              GeneratorTest.<Integer>generator(
                      mode,
                      out -> {
                        try {
                          out.yield(1);
                        } finally {
                          throwIt(thrown);
                        }
                      })
                  .iterator();
          assertThat(run.next()).isEqualTo(1);
          assertThat(catchThrowable(run::close)).isSameAs(thrown);
          assertThat(run.hasNext()).isFalse();
          return null;
        });
  }

  private static void throwIt(Exception thrown) throws Exception {
    throw thrown;
  }

  @ParameterizedTest
  @MethodSource("all")
  void yield_whileItIsBeingClosed_isRefused(Callers caller, TestThreads mode) throws Exception {
    caller.call(
        () -> {
          Generator.Run<Integer> run =
              GeneratorTest.<Integer>generator(
                      mode,
                      out -> {
                        try {
                          out.yield(1);
                        } finally {
                          out.yield(2);
                        }
                      })
                  .iterator();
          assertThat(run.next()).isEqualTo(1);
          assertThatThrownBy(run::close)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("yields while it is being closed");
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void body_thatCatchesAllAndYieldsOn_isGivenUp(Callers caller, TestThreads mode) throws Exception {
    caller.call(
        () -> {
          Generator.Run<Integer> run =
              GeneratorTest.<Integer>generator(mode, GeneratorTest::yieldForEver).iterator();
          assertThat(run.next()).isEqualTo(1);
          assertThatThrownBy(run::close)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("was given up: it yielded 100 times");
          assertThat(run.hasNext()).isFalse();
          return null;
        });
  }

  private static void yieldForEver(Generator.Yielder<Integer> out) {
    while (true) {
      try {
        out.yield(1);
      } catch (Throwable ignored) {
        continue;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void body_thatBlocksInTheJdk_holdsItsConsumer(Callers caller, TestThreads mode) throws Exception {
    List<Integer> values =
        caller.call(
            () -> {
              var entered = new CountDownLatch(1);
              var go = new CountDownLatch(1);
              Thread helper =
                  Thread.ofPlatform()
                      .start(
                          () -> {
                            try {
                              Futures.await(entered);
                            } catch (InterruptedException impossible) {
                              throw new AssertionError(impossible);
                            }
                            go.countDown();
                          });
              Generator<Integer> generator =
                  generator(
                      mode,
                      out -> {
                        out.yield(1);
                        entered.countDown();
                        go.await();
                        out.yield(2);
                      });
              List<Integer> all = drain(generator.iterator());
              helper.join();
              return all;
            });
    assertThat(values).containsExactly(1, 2);
  }

  @ParameterizedTest
  @MethodSource("all")
  void body_thatAwaits_hasItsConsumerWaitExceptInAPoll(Callers caller, TestThreads mode)
      throws Exception {
    caller.call(
        () -> {
          Generator<Integer> generator =
              generator(
                  mode,
                  out -> {
                    out.yield(1);
                    out.yield(Async.await(Futures.after(3, () -> 2)));
                  });
          if (caller == Callers.POLL) {
            assertThatThrownBy(() -> drain(generator.iterator()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("whose worker that would stall");
          } else {
            assertThat(drain(generator.iterator())).containsExactly(1, 2);
          }
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void run_resumedOnManyThreads_goesOn(TestThreads mode) throws Exception {
    Generator.Run<Integer> run =
        GeneratorTest.<Integer>generator(mode, out -> count(out, 0, 100)).iterator();
    for (int i = 0; i < 100; i += 4) {
      for (Callers caller : Callers.values()) {
        assertThat((int) caller.call(run::next)).isBetween(i, i + 3);
      }
    }
    assertThat(run.hasNext()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("all")
  void resume_byItsOwnBody_isRefused(Callers caller, TestThreads mode) throws Exception {
    caller.call(
        () -> {
          List<Generator.Run<Integer>> self = new ArrayList<>();
          Generator.Run<Integer> run =
              GeneratorTest.<Integer>generator(
                      mode,
                      out -> {
                        for (int value : (Iterable<Integer>) () -> self.getFirst()) {
                          out.yield(value);
                        }
                      })
                  .iterator();
          self.add(run);
          assertThatThrownBy(run::next)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("is running and can't be resumed by itself");
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void resume_byTwoThreadsAtOnce_isRefused(TestThreads mode) throws Exception {
    var entered = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    Generator.Run<Integer> run =
        GeneratorTest.<Integer>generator(
                mode,
                out -> {
                  entered.countDown();
                  go.await();
                  out.yield(1);
                })
            .iterator();
    var other = new FutureTask<>(run::next);
    Thread thread = Thread.ofPlatform().start(other);
    Futures.await(entered);
    assertThatThrownBy(run::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is running, resumed by " + thread);
    assertThatThrownBy(run::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("can't be closed at the same time");
    go.countDown();
    assertThat(Callers.unwrap(other)).isEqualTo(1);
    run.close();
  }

  @ParameterizedTest
  @MethodSource("all")
  void yield_outsideTheBody_isRefused(Callers caller, TestThreads mode) throws Exception {
    caller.call(
        () -> {
          List<Generator.Yielder<Integer>> leaked = new ArrayList<>();
          Generator.Run<Integer> run =
              GeneratorTest.<Integer>generator(
                      mode,
                      out -> {
                        leaked.add(out);
                        out.yield(1);
                      })
                  .iterator();
          assertThat(run.next()).isEqualTo(1);
          assertThatThrownBy(() -> leaked.getFirst().yield(2))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("was asked to yield outside its body");
          run.close();
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void interrupt_ofAConsumerWhoseBodyBlocks_reachesTheBody(TestThreads mode) throws Exception {
    var entered = new CountDownLatch(1);
    Generator.Run<Integer> run =
        GeneratorTest.<Integer>generator(
                mode,
                out -> {
                  entered.countDown();
                  new CountDownLatch(1).await();
                })
            .iterator();
    var consumer = new FutureTask<>(() -> catchThrowable(run::next));
    Thread thread = Thread.ofPlatform().start(consumer);
    Futures.await(entered);
    thread.interrupt();
    assertThat(Callers.unwrap(consumer)).isInstanceOf(InterruptedException.class);
    assertThat(run.hasNext()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void interruptStatus_ofTheConsumer_outlivesAValueOrEndsTheWait(TestThreads mode) {
    List<Integer> values = new ArrayList<>();
    Generator.Run<Integer> run =
        GeneratorTest.<Integer>generator(mode, out -> count(out, 0, 3)).iterator();
    Thread.currentThread().interrupt();
    Throwable failure = catchThrowable(() -> run.forEachRemaining(values::add));
    boolean interrupted = Thread.interrupted();
    if (mode == TestThreads.HAND_OFF && failure != null) { // another thread's body, so a wait
      assertThat(failure).isInstanceOf(InterruptedException.class);
      assertThat(run.hasNext()).isFalse();
    } else {
      assertThat(failure).isNull();
      assertThat(interrupted).isTrue();
      assertThat(values).containsExactly(0, 1, 2);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void runs_thatAreAbandoned_endWithTheirCleanUp(TestThreads mode) {
    int count = 100;
    var ended = new AtomicInteger();
    for (int i = 0; i < count; i++) {
      Iterator<Integer> run =
          GeneratorTest.<Integer>generator(
                  mode,
                  out -> {
                    try {
                      count(out, 0, 10);
                    } finally {
                      ended.incrementAndGet();
                    }
                  })
              .iterator();
      assertThat(run.next()).isEqualTo(0);
    }
    Eventually.afterCollection("all are ended", () -> ended.get() == count);
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void body_ofARunThatHasEnded_isGarbage(TestThreads mode) {
    var collected = new CountDownLatch(1);
    Generator.Run<Integer> run = watched(mode, collected);
    assertThat(drain(run)).containsExactly(1);
    Eventually.afterCollection("the body's object is collected", () -> collected.getCount() == 0);
    assertThat(run.hasNext()).isFalse();
  }

  private static Generator.Run<Integer> watched(TestThreads mode, CountDownLatch collected) {
    var captured = new Object();
    Cleaner.create().register(captured, collected::countDown);
    return GeneratorTest.<Integer>generator(
            mode,
            out -> {
              assertThat(captured).isNotNull();
              out.yield(1);
            })
        .iterator();
  }

  @Test
  void generator_iteratedTwice_runsTwice() {
    Generator<Integer> generator = Generator.of(out -> count(out, 0, 3));
    assertThat(generator).containsExactly(0, 1, 2);
    assertThat(generator).containsExactly(0, 1, 2);
  }

  @Test
  void nullValues_yielded_comeOut() {
    Generator<String> generator =
        Generator.of(
            out -> {
              out.yield(null);
              out.yield("a");
            });
    assertThat(generator).containsExactly(null, "a");
  }

  @Test
  void run_thatWasClosedBeforeItsFirstValue_neverRunsItsBody() {
    var ran = new AtomicInteger();
    try (Generator.Run<Integer> run =
        Generator.<Integer>of(out -> ran.incrementAndGet()).iterator()) {
      run.close();
      assertThat(run.hasNext()).isFalse();
    }
    assertThat(ran).hasValue(0);
  }
}
