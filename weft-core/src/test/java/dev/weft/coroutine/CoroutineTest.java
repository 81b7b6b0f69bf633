package dev.weft.coroutine;

import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.stackful;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Cancellation;
import dev.weft.JoinHandle;
import dev.weft.StackfulBody;
import dev.weft.Weft;
import dev.weft.codegen.PollContext;
import dev.weft.coroutine.Coroutine.Returned;
import dev.weft.coroutine.Coroutine.Yielded;
import dev.weft.internal.stackful.TestThreads;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("stackful")
final class CoroutineTest {

  static Stream<Arguments> all() {
    return Callers.all();
  }

  private static Coroutine<Integer, String> echo(TestThreads mode) {
    return new Coroutine<>(
        mode.threads(),
        (out, first) -> {
          int now = first;
          while (now >= 0) {
            now = out.yield("got " + now);
          }
          return "end";
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void values_passedBothWays_alternate(Callers caller, TestThreads mode) throws Exception {
    caller.call(
        () -> {
          Coroutine<Integer, String> echo = echo(mode);
          assertThat(echo.resume(1)).isEqualTo(new Yielded<>("got 1"));
          assertThat(echo.resume(2)).isEqualTo(new Yielded<>("got 2"));
          assertThat(echo.isEnded()).isFalse();
          assertThat(echo.resume(-1)).isEqualTo(new Returned<>("end"));
          assertThat(echo.isEnded()).isTrue();
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void resume_ofAnEndedOne_isRefused(Callers caller, TestThreads mode) throws Exception {
    caller.call(
        () -> {
          Coroutine<Integer, String> echo = echo(mode);
          assertThat(echo.resume(-1)).isEqualTo(new Returned<>("end"));
          assertThatThrownBy(() -> echo.resume(1))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("has ended and can't be resumed");
          Coroutine<Integer, String> closed = echo(mode);
          closed.close();
          assertThatThrownBy(() -> closed.resume(1)).isInstanceOf(IllegalStateException.class);
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void exception_ofTheBody_arrivesAsItself(Callers caller, TestThreads mode) throws Exception {
    var thrown = new IOException("a test");
    caller.call(
        () -> {
          Coroutine<Integer, Integer> failing =
              new Coroutine<>(
                  mode.threads(),
                  (out, first) -> {
                    int _ = out.yield(first);
                    throw thrown;
                  });
          assertThat(failing.resume(1)).isEqualTo(new Yielded<>(1));
          assertThat(catchThrowable(() -> failing.resume(2))).isSameAs(thrown);
          assertThat(failing.isEnded()).isTrue();
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void resume_backThroughWhomItHasResumed_isRefused(Callers caller, TestThreads mode)
      throws Exception {
    caller.call(
        () -> {
          var first = new AtomicReference<Coroutine<Integer, Integer>>();
          var second =
              new Coroutine<Integer, Integer>(
                  mode.threads(), (_, value) -> first.get().resume(value).value());
          first.set(new Coroutine<>(mode.threads(), (_, value) -> second.resume(value).value()));
          assertThatThrownBy(() -> first.get().resume(1))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("by itself or by what it has resumed");
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void body_thatSleepsInsideAStackfulTask_usesTheTasksTimer(TestThreads mode) throws Exception {
    try (Weft weft = Weft.builder().workers(1).build()) {
      int value =
          weft.blockOn(
              stackful(
                  () -> {
                    Coroutine<Integer, Integer> sleeper =
                        new Coroutine<>(
                            mode.threads(),
                            (_, passed) -> {
                              Void _ = await(sleep(Duration.ofMillis(1)));
                              return passed;
                            });
                    return sleeper.resume(7).value();
                  }));
      assertThat(value).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void abort_ofATaskWhoseCoroutineWaits_cleansUpInBoth(TestThreads mode) throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    try (Weft weft = Weft.builder().workers(1).build()) {
      var event = new Futures.Event<Integer>();
      JoinHandle<Integer> task =
          weft.spawn(
              stackful(
                  () -> {
                    Coroutine<Integer, Integer> waiting =
                        new Coroutine<>(
                            mode.threads(),
                            (_, _) -> {
                              try {
                                return await(event);
                              } catch (Cancellation cancelled) {
                                log.add("coroutine");
                                throw cancelled;
                              }
                            });
                    try {
                      return waiting.resume(1).value();
                    } finally {
                      log.add("task, ended: " + waiting.isEnded());
                    }
                  }));
      event.awaitPolled();
      task.abort();
      assertThatThrownBy(() -> weft.blockOn(task)).isInstanceOf(CancellationException.class);
      assertThat(log).containsExactly("coroutine", "task, ended: true");
      assertThat(event.cancels()).isEqualTo(1);
    }
  }

  /** Runs code of a task that has aborted itself, which it learns at its next await. */
  private static void inAnAbortedTask(StackfulBody<Integer> code) throws Exception {
    try (Weft weft = Weft.builder().workers(1).build()) {
      var self = new AtomicReference<JoinHandle<Integer>>();
      var begun = new Futures.Event<Integer>();
      JoinHandle<Integer> task =
          weft.spawn(
              stackful(
                  () -> {
                    await(begun);
                    self.get().abort();
                    return code.run();
                  }));
      self.set(task);
      begun.awaitPolled();
      begun.complete(1);
      assertThatThrownBy(() -> weft.blockOn(task)).isInstanceOf(CancellationException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void resume_inATaskThatIsCancelledAlready_cancelsABodyThatWaits(TestThreads mode)
      throws Exception {
    var event = new Futures.Event<Integer>();
    var ended = new AtomicInteger();
    inAnAbortedTask(
        () -> {
          Coroutine<Integer, Integer> waiting =
              new Coroutine<>(mode.threads(), (_, _) -> await(event));
          try {
            return waiting.resume(1).value();
          } finally {
            ended.set(waiting.isEnded() ? 1 : 2);
          }
        });
    assertThat(ended).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void resumes_withoutEndInACancelledTask_areCancelledInTheEnd(TestThreads mode) throws Exception {
    var resumes = new AtomicInteger();
    inAnAbortedTask(
        () -> {
          try (Coroutine<Integer, String> echo = echo(mode)) {
            while (true) {
              echo.resume(1);
              resumes.incrementAndGet();
            }
          }
        });
    assertThat(resumes).hasValueBetween(0, PollContext.BUDGET);
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void close_inACancelledTasksCleanUp_stillRunsTheCoroutines(TestThreads mode) throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    try (Weft weft = Weft.builder().workers(1).build()) {
      var event = new Futures.Event<Integer>();
      JoinHandle<Integer> task =
          weft.spawn(
              stackful(
                  () -> {
                    try (Coroutine<Integer, Integer> resting =
                        new Coroutine<>(
                            mode.threads(),
                            (out, first) -> {
                              try {
                                return out.yield(first);
                              } finally {
                                log.add("cleaned up");
                              }
                            })) {
                      assertThat(resting.resume(1)).isEqualTo(new Yielded<>(1));
                      return await(event);
                    }
                  }));
      event.awaitPolled();
      task.abort();
      assertThatThrownBy(() -> weft.blockOn(task)).isInstanceOf(CancellationException.class);
      assertThat(log).containsExactly("cleaned up");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void coroutine_thatIsAbandoned_endsWithItsCleanUp(TestThreads mode) throws Exception {
    var ended = new AtomicInteger();
    abandon(mode, ended);
    Eventually.afterCollection("it is ended", () -> ended.get() == 1);
  }

  private static void abandon(TestThreads mode, AtomicInteger ended) throws Exception {
    Coroutine<Integer, Integer> resting =
        new Coroutine<>(
            mode.threads(),
            (out, first) -> {
              try {
                return out.yield(first);
              } finally {
                ended.incrementAndGet();
              }
            });
    assertThat(resting.resume(1)).isEqualTo(new Yielded<>(1));
  }
}
