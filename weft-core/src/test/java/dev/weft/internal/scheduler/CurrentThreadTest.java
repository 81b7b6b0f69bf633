package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import dev.weft.testkit.Futures.Event;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CurrentThreadTest extends RuntimeContractTest {

  @Override
  public WeftBuilder scheduler(WeftBuilder builder) {
    builder.scheduler(Weft.Scheduler.CURRENT_THREAD);
    return builder;
  }

  @Test
  void task_withoutBlockOn_doesNotRun() throws Exception {
    var event = new Event<String>();
    JoinHandle<String> handle = weft.spawn(event);
    assertThat(event.polls()).isZero();
    event.complete("now");
    assertThat(weft.blockOn(handle)).isEqualTo("now");
  }

  @Test
  void task_runsOnTheThreadInBlockOn() throws Exception {
    JoinHandle<Thread> handle = weft.spawn(Futures.after(3, Thread::currentThread));
    assertThat(weft.blockOn(handle)).isSameAs(Thread.currentThread());
  }

  @Test
  void blockInPlace_isRefused() {
    JoinHandle<Object> handle =
        weft.spawn(cx -> Poll.ready(((WeftRuntime) weft).blockInPlace(() -> 1)));
    assertThatThrownBy(() -> weft.blockOn(handle))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("CURRENT_THREAD");
  }

  @Test
  void twoThreadsInBlockOn_bothFinish() throws Exception {
    var first = new Event<String>();
    var result = new AtomicReference<Object>();
    var done = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              try {
                result.set(weft.blockOn(first));
              } catch (Exception failure) {
                result.set(failure);
              }
              done.countDown();
            });
    other.start();
    first.awaitPolled();
    assertThat(weft.blockOn(Futures.after(100, () -> "second"))).isEqualTo("second");
    first.complete("first");
    Futures.await(done);
    other.join();
    assertThat(result.get()).isEqualTo("first");
  }
}
