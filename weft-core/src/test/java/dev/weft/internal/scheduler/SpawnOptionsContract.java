package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.Weft.Priority;
import dev.weft.Weft.SpawnOptions;
import dev.weft.testkit.Futures;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Workers, keys, names and priorities of tasks. */
interface SpawnOptionsContract extends RuntimeUnderTest {

  SpawnOptions HIGH = SpawnOptions.defaults().priority(Priority.HIGH);

  /** Is woken by itself, by a timer and by threads from elsewhere, and tells who polled it. */
  private static Future<Set<String>> pollers() {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    var left = new AtomicInteger(60);
    return cx -> {
      threads.add(Thread.currentThread().getName());
      switch (left.getAndDecrement() % 3) {
        case 0 -> cx.waker().wake();
        case 1 -> {
          Thread _ = Thread.ofVirtual().start(cx.waker()::wake);
        }
        default -> {
          Poll<Void> _ = Sleep.after(Duration.ofNanos(1000)).poll(cx);
          cx.waker().wake();
        }
      }
      return left.get() > 0 ? Poll.pending() : Poll.ready(threads);
    };
  }

  private static String threadOf(Weft runtime, int worker) {
    return runtime.metrics().scheduler() == Weft.Scheduler.CURRENT_THREAD
        ? Thread.currentThread().getName()
        : "weft-worker-" + worker;
  }

  @Test
  default void spawn_onAWorker_isPolledThereAndNowhereElse() throws Exception {
    int workers = weft().metrics().workers();
    for (int worker = 0; worker < workers; worker++) {
      List<JoinHandle<Set<String>>> handles = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        handles.add(weft().spawn(pollers(), SpawnOptions.defaults().worker(worker)));
      }
      for (JoinHandle<Set<String>> handle : handles) {
        assertThat(weft().blockOn(handle)).containsExactly(threadOf(weft(), worker));
      }
    }
  }

  @Test
  default void spawn_withEqualKeys_isPolledByOneWorker() throws Exception {
    for (String key : List.of("a", "b", "c")) {
      Set<String> all = ConcurrentHashMap.newKeySet();
      for (int i = 0; i < 10; i++) {
        var equal = new String(key.toCharArray());
        all.addAll(weft().blockOn(weft().spawn(pollers(), SpawnOptions.defaults().key(equal))));
      }
      assertThat(all).hasSize(1);
    }
  }

  @Test
  default void spawn_onAWorkerBesideABusyOne_bothGoOn() throws Exception {
    var stop = new AtomicBoolean();
    List<JoinHandle<Object>> busy = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      busy.add(weft().spawn(RuntimeUnderTest.until(stop::get)));
    }
    Set<String> pollers =
        weft().blockOn(weft().spawn(pollers(), SpawnOptions.defaults().worker(0)));
    assertThat(pollers).hasSize(1);
    stop.set(true);
    for (JoinHandle<Object> handle : busy) {
      weft().blockOn(handle);
    }
  }

  @Test
  default void abort_ofATaskOnAWorker_releasesIt() {
    var event = new Futures.Event<String>();
    JoinHandle<String> handle = weft().spawn(event, SpawnOptions.defaults().worker(0));
    runUntil(() -> event.polls() == 1);
    handle.abort();
    assertThatThrownBy(() -> weft().blockOn(handle)).isInstanceOf(CancellationException.class);
    assertThat(event.cancels()).isEqualTo(1);
  }

  @Test
  default void spawn_onAWorkerThatIsNotThere_isRefused() {
    int workers = weft().metrics().workers();
    for (int worker : new int[] {-1, workers}) {
      assertThatThrownBy(
              () -> weft().spawn(Futures.never(), SpawnOptions.defaults().worker(worker)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("worker " + worker, "accepts 0 to " + (workers - 1));
    }
    assertThatThrownBy(() -> SpawnOptions.defaults().worker(0).key("k"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("by one of them at most");
  }

  @Test
  default void spawn_withAName_isCalledSoInTheDump() throws Exception {
    JoinHandle<Object> handle =
        weft().spawn(Futures.never(), SpawnOptions.defaults().name("printer"));
    assertThat(weft().dump().tasks()).extracting(Weft.TaskInfo::name).contains("printer");
    assertThat(weft().dump().toString()).contains("task " + handle.id() + " 'printer' ");
    handle.abort();
  }

  @Test
  default void highPriority_withoutLanes_isRefusedWithAdvice() {
    assertThatThrownBy(() -> weft().spawn(Futures.never(), HIGH))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("priority HIGH", "priorityLanes");
  }

  private Weft withLanes() {
    var builder = new WeftBuilder();
    builder.priorityLanes();
    return open(builder);
  }

  @Test
  default void highLane_alwaysBusy_normalTasksGoOn() throws Exception {
    Weft lanes = withLanes();
    var stop = new AtomicBoolean();
    for (int i = 0; i < 4; i++) {
      lanes.spawn(RuntimeUnderTest.until(stop::get), HIGH);
      lanes.spawn(RuntimeUnderTest.until(stop::get), HIGH.worker(0));
    }
    for (int i = 0; i < 20; i++) {
      assertThat(lanes.blockOn(lanes.spawn(Futures.after(5, () -> 1)))).isEqualTo(1);
    }
    lanes.blockOn(lanes.spawn(Sleep.after(Duration.ofMillis(1))));
    assertThat(lanes.blockOn(lanes.spawnBlocking(() -> 2))).isEqualTo(2);
    stop.set(true);
  }

  @Test
  default void normalLane_alwaysBusy_highTasksGoAhead() throws Exception {
    Weft lanes = withLanes();
    var stop = new AtomicBoolean();
    var normalPolls = new AtomicInteger();
    for (int i = 0; i < 200; i++) {
      lanes.spawn(
          RuntimeUnderTest.until(
              () -> {
                normalPolls.incrementAndGet();
                return stop.get();
              }));
    }
    lanes.blockOn(RuntimeUnderTest.until(() -> normalPolls.get() > 400));
    List<Integer> between = new ArrayList<>();
    var seen = new AtomicInteger(normalPolls.get());
    lanes.blockOn(
        lanes.spawn(
            RuntimeUnderTest.until(
                () -> {
                  int now = normalPolls.get();
                  between.add(now - seen.getAndSet(now));
                  return between.size() == 300;
                }),
            HIGH));
    stop.set(true);
    // In one lane each of the 200 would be polled before it comes again. Others may be polled
    // beside it
    // on a second worker, and many when the system takes the processor away for once.
    between.sort(null);
    assertThat(between.get(150)).isLessThan(50);
  }
}
