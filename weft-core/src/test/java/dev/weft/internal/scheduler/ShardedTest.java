package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ShardedTest extends RuntimeContractTest {

  @Override
  public WeftBuilder scheduler(WeftBuilder builder) {
    builder.scheduler(Weft.Scheduler.SHARDED).workers(2);
    return builder;
  }

  /** Yields often, from time to time through another thread's wake, and tells who polled it. */
  private static Future<Set<Thread>> pollers(int polls) {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    var left = new int[] {polls};
    return cx -> {
      threads.add(Thread.currentThread());
      if (left[0]-- == 0) {
        return Poll.ready(threads);
      }
      if (left[0] % 4 == 0) {
        Thread _ = Thread.ofVirtual().start(cx.waker()::wake);
      } else {
        cx.waker().wake();
      }
      return Poll.pending();
    };
  }

  @Test
  void task_wokenFromEverywhere_isPolledByOneThreadOnly() throws Exception {
    List<JoinHandle<Set<Thread>>> handles = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      handles.add(weft.spawn(pollers(100)));
    }
    Set<Thread> all = ConcurrentHashMap.newKeySet();
    for (JoinHandle<Set<Thread>> handle : handles) {
      Set<Thread> pollers = weft.blockOn(handle);
      assertThat(pollers).hasSize(1);
      all.addAll(pollers);
    }
    assertThat(all).hasSize(2);
  }

  @Test
  void spawn_plain_isDealtOutInTurn() throws Exception {
    List<String> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(weft.blockOn(weft.spawn(cx -> Poll.ready(Thread.currentThread().getName()))));
    }
    assertThat(threads)
        .containsExactly("weft-worker-0", "weft-worker-1", "weft-worker-0", "weft-worker-1");
  }

  @Test
  void stuckWorker_itsTasksWaitAndTheOthersGoOn() throws Exception {
    var release = new CountDownLatch(1);
    var blocked = new CountDownLatch(1);
    var first = Weft.SpawnOptions.defaults().worker(0);
    weft.spawn(
        cx -> {
          blocked.countDown();
          Futures.await(release);
          return Poll.ready(null);
        },
        first);
    Futures.await(blocked);
    JoinHandle<Integer> behind = weft.spawn(Futures.ready(() -> 1), first);
    for (int i = 0; i < 100; i++) {
      assertThat(
              weft.blockOn(
                  weft.spawn(Futures.after(3, () -> 2), Weft.SpawnOptions.defaults().worker(1))))
          .isEqualTo(2);
    }
    assertThat(behind.isFinished()).isFalse();
    release.countDown();
    assertThat(weft.blockOn(behind)).isEqualTo(1);
  }

  @Test
  void blockInPlace_onAWorker_isRefusedWithAdvice() {
    JoinHandle<Object> handle =
        weft.spawn(cx -> Poll.ready(((WeftRuntime) weft).blockInPlace(() -> 1)));
    assertThatThrownBy(() -> weft.blockOn(handle))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("blockInPlace", "SHARDED", "use spawnBlocking");
  }

  @Test
  void blockInPlace_inTheRoot_blocksItsCallerOnly() throws Exception {
    assertThat(weft.<Object>blockOn(cx -> Poll.ready(((WeftRuntime) weft).blockInPlace(() -> 1))))
        .isEqualTo(1);
  }
}
