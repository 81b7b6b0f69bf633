package dev.weft.internal.scheduler;

import static dev.weft.internal.scheduler.RuntimeUnderTest.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * What holds where workers stand in for each other: a stuck one, with two workers, stops nobody.
 */
interface HandOffContract extends RuntimeUnderTest {

  @Test
  default void wedge_oneTaskBlocksItsWorker_timersAndOthersGoOn() throws Exception {
    var blocked = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    JoinHandle<Object> blocker =
        weft()
            .spawn(
                cx -> {
                  blocked.countDown();
                  Futures.await(release);
                  return Poll.ready("released");
                });
    Futures.await(blocked);
    List<JoinHandle<Void>> sleepers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      sleepers.add(weft().spawn(Sleep.after(Duration.ofMillis(1 + i % 5))));
    }
    for (JoinHandle<Void> sleeper : sleepers) {
      weft().blockOn(sleeper);
    }
    release.countDown();
    assertThat(weft().blockOn(blocker)).isEqualTo("released");
  }

  @Test
  default void wedge_timerOfTheVeryWorkerThatBlocks_fires() throws Exception {
    var release = new CountDownLatch(1);
    var sleeper = new AtomicReference<JoinHandle<Void>>();
    // Both on one worker: the timer is in the wheel of the worker that then blocks.
    JoinHandle<Object> outer =
        weft()
            .spawn(
                cx -> {
                  var sleep = Sleep.after(Duration.ofMillis(3));
                  assertThat(sleep.poll(cx).isReady()).isFalse();
                  sleeper.set(weft().spawn(inner -> sleep.poll(inner)));
                  Futures.await(release);
                  return Poll.ready("released");
                });
    weft().blockOn(until(() -> sleeper.get() != null));
    weft().blockOn(sleeper.get());
    release.countDown();
    assertThat(weft().blockOn(outer)).isEqualTo("released");
  }

  @Test
  default void wedge_allWorkersBlocked_sparesGoOn() throws Exception {
    var release = new CountDownLatch(1);
    var blocked = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      weft()
          .spawn(
              cx -> {
                blocked.countDown();
                Futures.await(release);
                return Poll.ready(null);
              });
    }
    Futures.await(blocked);
    List<JoinHandle<Integer>> handles = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      handles.add(weft().spawn(Futures.after(2, () -> 1)));
    }
    for (JoinHandle<Integer> handle : handles) {
      assertThat(weft().blockOn(handle)).isEqualTo(1);
    }
    weft().blockOn(weft().spawn(Sleep.after(Duration.ofMillis(3))));
    release.countDown();
  }

  @Test
  default void strandedTask_spawnedLocallyBeforeBlocking_isStolenSoon() throws Exception {
    var release = new CountDownLatch(1);
    JoinHandle<Object> outer =
        weft()
            .spawn(
                cx -> {
                  JoinHandle<Object> _ =
                      weft()
                          .spawn(
                              inner -> {
                                release.countDown();
                                return Poll.ready(null);
                              });
                  Futures.await(release);
                  return Poll.ready("freed by the task that it had spawned");
                });
    assertThat(weft().blockOn(outer)).isNotNull();
  }

  @Test
  default void blockInPlace_onAllWorkersThenThousandSpawns_allRun() throws Exception {
    var release = new CountDownLatch(1);
    var inside = new CountDownLatch(4);
    var runtime = (WeftRuntime) weft();
    List<JoinHandle<Object>> blockers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      blockers.add(
          weft()
              .spawn(
                  cx ->
                      Poll.ready(
                          runtime.blockInPlace(
                              () ->
                                  runtime.blockInPlace(
                                      () -> {
                                        inside.countDown();
                                        Futures.await(release);
                                        return "in place";
                                      })))));
    }
    Futures.await(inside);
    List<JoinHandle<Integer>> handles = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      handles.add(weft().spawn(Futures.after(1, () -> 1)));
    }
    for (JoinHandle<Integer> handle : handles) {
      assertThat(weft().blockOn(handle)).isEqualTo(1);
    }
    release.countDown();
    for (JoinHandle<Object> blocker : blockers) {
      assertThat(weft().blockOn(blocker)).isEqualTo("in place");
    }
  }

  @Test
  default void blockOn_insideBlockInPlace_works() throws Exception {
    var runtime = (WeftRuntime) weft();
    JoinHandle<Object> handle =
        weft()
            .spawn(
                cx ->
                    Poll.ready(
                        runtime.blockInPlace(
                            () -> weft().blockOn(Futures.after(3, () -> "inner")))));
    assertThat(weft().blockOn(handle)).isEqualTo("inner");
  }

  @Test
  default void blockInPlace_parksAndEndsOnAnotherWorker_noSpareIsLeft() throws Exception {
    var spares = new AtomicInteger();
    var builder = new WeftBuilder();
    builder.blockingKeepAlive(Duration.ofMillis(1));
    builder.onThreadStart(spares::incrementAndGet);
    builder.onThreadStop(spares::decrementAndGet);
    Weft stackful = open(builder);
    List<JoinHandle<Void>> handles = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      handles.add(
          stackful.spawn(
              Async.async(
                  () -> {
                    for (int call = 0; call < 20; call++) {
                      Object _ =
                          Async.blockInPlace(
                              () -> {
                                LockSupport.parkNanos(20_000);
                                return null;
                              });
                    }
                  })));
    }
    for (JoinHandle<Void> handle : handles) {
      stackful.blockOn(handle);
    }
    weft().blockOn(until(() -> spares.get() == 2));
  }
}
