package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.spi.StreamSocket;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every driver does in its turns: it waits, is woken, and tells of events. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.DriverCase#withoutFaults")
class DriverTurnsTest extends DriverFixture {

  DriverTurnsTest(DriverCase kind) {
    super(kind);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void turn_withoutEvents_endsAtItsTimeout(boolean withSocket) throws IOException {
    if (withSocket) {
      listen().accept(task());
    }
    for (int round = 0; round < 3; round++) {
      long before = System.nanoTime();
      int events = driver.turn(Duration.ofMillis(2).toNanos());
      assertThat(events).isZero();
      assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(1_900_000);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wakeup_beforeTheTurn_endsIt(boolean withSocket) throws IOException {
    if (withSocket) {
      listen().accept(task());
    }
    driver.wakeup();
    assertThat(driver.turn(FOREVER)).isZero();
  }

  @Test
  void wakeup_beforeATurnThatDoesNotWait_endsTheNextThatWaits() throws IOException {
    driver.wakeup();
    driver.turn(0);
    assertThat(driver.turn(FOREVER)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wakeup_whileItWaits_endsIt(boolean withSocket) throws Exception {
    if (withSocket) {
      listen().accept(task());
    }
    for (int round = 0; round < 100; round++) {
      Turner turner = turn();
      Eventually.until("the driver waits", () -> isWaiting(driver));
      driver.wakeup();
      turner.join();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wakeup_atAnyMoment_endsTheTurn(boolean withSocket) throws Exception {
    if (withSocket) {
      listen().accept(task());
    }
    for (int round = 0; round < 200; round++) {
      Turner turner = turn();
      driver.wakeup();
      turner.join();
    }
  }

  @Test
  void interest_setByAnotherThreadWhileTheDriverWaits_isSeen() throws Exception {
    for (int round = 0; round < 50; round++) {
      Pair pair = connect();
      var task = task();
      Turner turner = turnUntilStopped();
      if (round % 2 == 0) {
        Eventually.until("the driver waits", () -> isWaiting(driver));
      }
      assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
      pair.peer().getOutputStream().write(1);
      task.awaitWakes(1);
      turner.stop();
      assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(1);
      pair.close();
    }
  }

  @Test
  void interest_turnedOffAndSetAgainWhileTheDriverWaits_isSeen() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
    for (int round = 1; round <= 50; round++) {
      pair.peer().getOutputStream().write(1);
      Turner turner = turnUntilStopped(); // It reports once, then turns the interest off.
      task.awaitWakes(1);
      Eventually.until("the driver waits", () -> isWaiting(driver));
      assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(1);
      task.takeWakes();
      assertThat(pair.socket().read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
      turner.stop();
    }
  }

  @Test
  void firstSockets_attachedByTwoThreadsAtOnce_areBothHeard() throws Exception {
    for (int round = 0; round < 50; round++) {
      Pair first = connect();
      Pair second = connect();
      TestTask firstTask = task();
      TestTask secondTask = task();
      var failed = new AtomicReference<Throwable>();
      Thread other =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      first.socket().read(ByteBuffer.allocate(8), firstTask);
                    } catch (Throwable failure) {
                      failed.set(failure);
                    }
                  });
      assertThat(second.socket().read(buffer.clear(), secondTask)).isEqualTo(StreamSocket.PENDING);
      other.join();
      assertThat(failed.get()).isNull();
      first.peer().getOutputStream().write(1);
      second.peer().getOutputStream().write(1);
      while (firstTask.wakes() == 0 || secondTask.wakes() == 0) {
        driver.turn(FOREVER);
      }
      first.close();
      second.close();
      driver.close();
      open();
    }
  }

  @Test
  void waker_thatThrows_costsTheOthersNothing() throws Exception {
    Pair first = connect();
    Pair second = connect();
    var task = task();
    var thrown = new AtomicBoolean();
    first
        .socket()
        .read(
            buffer,
            task.withWaker(
                () -> {
                  thrown.set(true);
                  throw new IllegalStateException("broken waker");
                }));
    second.socket().read(buffer, task);
    first.peer().getOutputStream().write(1);
    second.peer().getOutputStream().write(1);
    while (!thrown.get() || task.wakes() == 0) {
      driver.turn(FOREVER);
    }
    assertThat(second.socket().read(buffer, task)).isEqualTo(1);
  }

  @Test
  void turn_withMoreEventsThanExpected_wakesAll() throws Exception {
    List<TestTask> tasks = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Pair pair = connect();
      var task = task();
      pair.socket().read(buffer.clear(), task);
      pair.peer().getOutputStream().write(1);
      tasks.add(task);
    }
    Eventually.until("all data is there", () -> turnAndCount(tasks) == tasks.size());
    assertThat(tasks).allMatch(task -> task.wakes() == 1);
  }

  private long turnAndCount(List<TestTask> tasks) {
    try {
      driver.turn(1);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
    return tasks.stream().filter(task -> task.wakes() > 0).count();
  }
}
