package dev.weft.internal.stackful;

import static dev.weft.internal.stackful.Awaiter.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Future;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("stackful")
final class StackfulBlockTest {

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
  void body_returns_isTheValue(Mode mode) throws Exception {
    assertThat(workers.run(mode.block(() -> 42))).isEqualTo(42);
    assertThat(workers.<Object>run(mode.block(() -> null))).isNull();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void awaits_readyPendingAndFailed_giveValuesInOrder(Mode mode) throws Exception {
    var failure = new IOException("x");
    String text =
        workers.run(
            mode.block(
                () -> {
                  String a = await(Leaf.ready("a"));
                  String b = await(Leaf.after(1, "b"));
                  String c = await(Leaf.after(7, "c"));
                  Throwable thrown = catchThrowable(() -> await(Leaf.failing(3, failure)));
                  return a + b + c + (thrown == failure);
                }));
    assertThat(text).isEqualTo("abctrue");
  }

  @ParameterizedTest
  @MethodSource("modes")
  void body_throws_isTheSameException(Mode mode) {
    for (Throwable failure :
        List.of(new IOException("x"), new IllegalStateException("y"), new AssertionError("z"))) {
      Future<Object> block =
          mode.block(
              () -> {
                await(Leaf.after(1, 1));
                if (failure instanceof Exception exception) {
                  throw exception;
                }
                throw (Error) failure;
              });
      assertThatThrownBy(() -> workers.run(block)).isSameAs(failure);
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void blocks_nested_giveValues(Mode mode) throws Exception {
    assertThat(workers.run(nested(mode, 200))).isEqualTo(200);
  }

  private static Future<Integer> nested(Mode mode, int depth) {
    return mode.block(
        () -> depth == 0 ? await(Leaf.after(1, 0)) : 1 + await(nested(mode, depth - 1)));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void await_inALoop_holdsNothing(Mode mode) throws Exception {
    int rounds = mode == Mode.IN_PLACE ? 100_000 : 20_000;
    long sum =
        workers.run(
            mode.block(
                () -> {
                  long total = 0;
                  for (int i = 0; i < rounds; i++) {
                    total += await(Leaf.after(i & 1, i));
                  }
                  return total;
                }));
    assertThat(sum).isEqualTo((long) rounds * (rounds - 1) / 2);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void await_belowDeepRecursion_suspendsAll(Mode mode) throws Exception {
    int levels = mode == Mode.IN_PLACE ? 10_000 : 1_000; // the JDK's carriers have small stacks
    assertThat(workers.run(mode.block(() -> deep(levels)))).isEqualTo(levels + 1);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void await_tooDeepToSuspend_failsTheBlockOnly(Mode mode) throws Exception {
    for (int levels = 2_000; levels < 200_000; levels = levels * 5 / 4) {
      int depth = levels;
      try {
        assertThat(workers.run(mode.block(() -> deep(depth)))).isEqualTo(depth + 1);
      } catch (StackOverflowError expected) {
        assertThat(workers.run(mode.block(() -> deep(10)))).isEqualTo(11);
      }
    }
  }

  private static int deep(int levels) throws Exception {
    return levels == 0 ? await(Leaf.after(2, 1)) : 1 + deep(levels - 1);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void stackOverflow_inTheBody_failsTheBlockOnly(Mode mode) throws Exception {
    Future<Integer> block =
        mode.block(
            () -> {
              await(Leaf.after(1, 1));
              return endless(1);
            });
    assertThatThrownBy(() -> workers.run(block)).isInstanceOf(StackOverflowError.class);
    assertThat(workers.run(mode.block(() -> await(Leaf.after(1, 5))))).isEqualTo(5);
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int endless(int n) {
    return endless(n + 1) + 1;
  }

  @ParameterizedTest
  @MethodSource("modes")
  void outOfMemory_inTheBody_failsTheBlockOnly(Mode mode) throws Exception {
    Future<Integer> block =
        mode.block(
            () -> {
              List<long[]> all = new ArrayList<>();
              while (true) {
                all.add(new long[Integer.MAX_VALUE - 8]);
              }
            });
    assertThatThrownBy(() -> workers.run(block)).isInstanceOf(OutOfMemoryError.class);
    assertThat(workers.run(mode.block(() -> 1))).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void threadLocal_acrossAwaits_staysWithItsBlock(Mode mode) throws Exception {
    var local = new ThreadLocal<Integer>();
    var wrong = new AtomicInteger();
    List<dev.weft.internal.task.TaskCell<Object>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int mine = i;
      tasks.add(
          workers.spawn(
              mode.block(
                  () -> {
                    if (local.get() != null) {
                      wrong.incrementAndGet();
                    }
                    local.set(mine);
                    for (int round = 0; round < 500; round++) {
                      await(Leaf.after(1, round));
                      if (local.get() != mine) {
                        wrong.incrementAndGet();
                      }
                    }
                    return null;
                  })));
    }
    for (var task : tasks) {
      workers.get(task);
    }
    assertThat(wrong).hasValue(0);
    assertThat(workers.run(mode.<Object>block(local::get))).isNull();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void await_ofNull_throwsInTheBlock(Mode mode) throws Exception {
    String message =
        workers.run(
            mode.block(() -> catchThrowable(() -> await((Future<Object>) null)).getMessage()));
    assertThat(message).isEqualTo("await got null in place of a future.");
  }
}
