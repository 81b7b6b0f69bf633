package dev.weft.coroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.internal.stackful.TestThreads;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("stackful")
final class SymmetricCoroutineTest {

  static Stream<Arguments> all() {
    return Callers.all();
  }

  /** Passes a counter on until it is 7, and notes each time it gets it. */
  private static int around(
      SymmetricCoroutine<Integer> self, String next, int first, List<String> log) {
    try {
      int now = first;
      while (now < 7) {
        log.add(self.name() + now);
        now = self.transfer(next, now + 1);
      }
      return now;
    } finally {
      log.add("end " + self.name());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void control_passedOnByName_goesAround(Callers caller, TestThreads mode) throws Exception {
    List<String> log = new ArrayList<>();
    int end =
        caller.call(
            () -> {
              try (var group = new CoroutineGroup<Integer>(mode.threads())) {
                group
                    .add("a", (self, first) -> around(self, "b", first, log))
                    .add("b", (self, first) -> around(self, "c", first, log))
                    .add("c", (self, first) -> around(self, "a", first, log));
                return group.enter("a", 0);
              }
            });
    assertThat(end).isEqualTo(7);
    assertThat(log)
        .containsExactly("a0", "b1", "c2", "a3", "b4", "c5", "a6", "end b", "end a", "end c");
  }

  @ParameterizedTest
  @MethodSource("all")
  void group_leftAndEnteredAgain_goesOnWhereItRested(Callers caller, TestThreads mode)
      throws Exception {
    caller.call(
        () -> {
          try (var group = new CoroutineGroup<Integer>(mode.threads())) {
            group.add("sum", (self, first) -> self.leave(self.leave(first) + first) * 100);
            assertThat(group.enter("sum", 1)).isEqualTo(1);
            assertThat(group.enter("sum", 2)).isEqualTo(3);
            assertThat(group.enter("sum", 4)).isEqualTo(400);
          }
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void misuse_ofAGroup_isRefusedWithItsReason(Callers caller, TestThreads mode) throws Exception {
    caller.call(
        () -> {
          try (var group = new CoroutineGroup<Integer>(mode.threads())) {
            var leaked = new AtomicReference<SymmetricCoroutine<Integer>>();
            group
                .add("ends", (_, first) -> first)
                .add("unknown", (self, first) -> self.transfer("none", first))
                .add("ended", (self, first) -> self.transfer("ends", first))
                .add("enters", (_, first) -> group.enter("ends", first))
                .add("closes", (_, first) -> closed(group, first))
                .add(
                    "leaks",
                    (self, first) -> {
                      leaked.set(self);
                      return self.leave(first);
                    });
            assertThat(group.enter("ends", 1)).isEqualTo(1);
            assertRefused(group, "ends", "has ended and can't get control.");
            assertRefused(group, "ended", "has ended and can't get control.");
            assertRefused(group, "closes", "so it can't be closed; leave it first.");
            assertThatThrownBy(() -> group.enter("unknown", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no coroutine \"none\"; it has [ends, unknown,");
            assertThatThrownBy(() -> group.add("ends", (_, first) -> first))
                .isInstanceOf(IllegalArgumentException.class);
            assertThat(group.enter("leaks", 1)).isEqualTo(1);
            assertThatThrownBy(() -> leaked.get().transfer("leaks", 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("outside its body");
          }
          return null;
        });
  }

  private static int closed(CoroutineGroup<Integer> group, int value) {
    group.close();
    return value;
  }

  private static void assertRefused(CoroutineGroup<Integer> group, String name, String why) {
    assertThatThrownBy(() -> group.enter(name, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void enter_fromABody_isRefused(TestThreads mode) throws Exception {
    try (var group = new CoroutineGroup<Integer>(mode.threads())) {
      group.add("a", (_, first) -> group.enter("b", first)).add("b", (_, first) -> first);
      assertRefused(group, "a", "Control is in the group already");
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void transfer_toItself_getsTheValueBack(Callers caller, TestThreads mode) throws Exception {
    int value =
        caller.call(
            () -> {
              try (var group = new CoroutineGroup<Integer>(mode.threads())) {
                group.add("a", (self, first) -> self.transfer("a", first + 1));
                return group.enter("a", 1);
              }
            });
    assertThat(value).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("all")
  void exception_ofABody_leavesTheOthersAtRest(Callers caller, TestThreads mode) throws Exception {
    var thrown = new IOException("a test");
    caller.call(
        () -> {
          try (var group = new CoroutineGroup<Integer>(mode.threads())) {
            group
                .add("caller", (self, first) -> self.transfer("fails", first) + 1)
                .add(
                    "fails",
                    (_, _) -> {
                      throw thrown;
                    });
            assertThat(catchThrowable(() -> group.enter("caller", 1))).isSameAs(thrown);
            assertThat(group.enter("caller", 5)).isEqualTo(6);
          }
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void transfers_manyInARow_growNothing(TestThreads mode) throws Exception {
    int times = 20_000;
    try (var group = new CoroutineGroup<Integer>(mode.threads())) {
      group.add("a", (self, first) -> pingPong(self, "b", first, times));
      group.add("b", (self, first) -> pingPong(self, "a", first, times));
      assertThat(group.enter("a", 0)).isEqualTo(times);
    }
  }

  private static int pingPong(
      SymmetricCoroutine<Integer> self, String other, int first, int times) {
    int now = first;
    while (now < times) {
      now = self.transfer(other, now + 1);
    }
    return now;
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void group_thatIsAbandoned_endsWithTheCleanUpOfAll(TestThreads mode) throws Exception {
    var ended = new AtomicInteger();
    abandon(mode, ended);
    Eventually.afterCollection("all are ended", () -> ended.get() == 2);
  }

  private static void abandon(TestThreads mode, AtomicInteger ended) throws Exception {
    var group = new CoroutineGroup<Integer>(mode.threads());
    group
        .add("a", (self, first) -> rest(self, "b", first, ended))
        .add("b", (self, first) -> rest(self, "a", first, ended));
    assertThat(group.enter("a", 1)).isEqualTo(1);
  }

  private static int rest(
      SymmetricCoroutine<Integer> self, String other, int first, AtomicInteger ended) {
    try {
      return self.name().equals("a") ? self.transfer(other, first) : self.leave(first);
    } finally {
      ended.incrementAndGet();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weft.internal.stackful.TestThreads#available")
  void group_cleanUpsThrowTheSameError_endsAll(TestThreads mode) throws Exception {
    var error = new AssertionError("a test");
    List<String> log = new ArrayList<>();
    var group = new CoroutineGroup<Integer>(mode.threads());
    for (String name : List.of("a", "b", "c")) {
      group.add(
          name,
          (self, first) -> {
            try {
              return self.leave(first);
            } finally {
              log.add(name);
              if (!name.equals("c")) {
                throwIt(error);
              }
            }
          });
      assertThat(group.enter(name, 1)).isEqualTo(1);
    }
    assertThat(catchThrowable(group::close)).isSameAs(error).hasNoSuppressedExceptions();
    assertThat(log).containsExactly("a", "b", "c");
  }

  private static void throwIt(Error error) {
    throw error;
  }
}
