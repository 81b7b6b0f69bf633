package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.codegen.PollContext;
import dev.weft.testkit.TestTask;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Waits that always end at once must not keep a worker for themselves. */
final class AlwaysReadyTest {

  private final TestTask task = new TestTask();

  static Stream<Arguments> waits() {
    var mutex = new AsyncMutex();
    var notify = new Notify();
    Mpsc.Bounded<Integer> bounded = Mpsc.bounded(1000);
    Mpsc.Unbounded<Integer> unbounded = Mpsc.unbounded();
    Mpsc.Unbounded<Integer> ended = Mpsc.unbounded();
    ended.sender().close();
    return Stream.of(
        waits("lock", () -> unlocked(mutex)),
        waits("notified", () -> notified(notify)),
        waits("bounded send", () -> bounded.sender().send(1)),
        waits("unbounded send", () -> unbounded.sender().send(1)),
        waits("reserve", () -> bounded.sender().reserve()),
        waits("recv at the end", () -> ended.receiver().recv()),
        waits("oneshot", AlwaysReadyTest::received));
  }

  private static Arguments waits(String what, Supplier<Future<?>> operation) {
    return Arguments.of(what, operation);
  }

  private static Future<?> unlocked(AsyncMutex mutex) {
    Future<AsyncMutex.Guard> lock = mutex.lock();
    return (Future<Object>)
        cx -> {
          if (lock.poll(cx) instanceof Poll.Ready<AsyncMutex.Guard>(AsyncMutex.Guard guard)) {
            guard.close();
            return Poll.ready(guard);
          }
          return Poll.pending();
        };
  }

  private static Future<?> notified(Notify notify) {
    notify.notifyOne();
    return notify.notified();
  }

  private static Future<?> received() {
    Oneshot<Integer> oneshot = Oneshot.create();
    oneshot.sender().send(1);
    return oneshot.receiver().recv();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waits")
  void wait_alwaysReady_yieldsWhenTheBudgetIsUsedUp(String what, Supplier<Future<?>> operation)
      throws Exception {
    task.setBudget(PollContext.BUDGET);
    int completed = 0;
    while (completed <= PollContext.BUDGET && task.pollOn(operation.get()).isReady()) {
      completed++;
    }
    assertThat(completed).as(what).isEqualTo(PollContext.BUDGET);
    assertThat(task.yielded()).as(what).isTrue();
  }
}
