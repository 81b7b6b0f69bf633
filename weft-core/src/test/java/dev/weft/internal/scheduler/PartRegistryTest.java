package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.spi.PartHost;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.TaskContext;
import dev.weft.testkit.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(20)
class PartRegistryTest {

  private final List<String> ends = new ArrayList<>();

  private final class First implements RuntimePart {
    @Override
    public void close() {
      ends.add("first");
    }
  }

  private final class Second implements RuntimePart {
    private final PartHost host;

    Second(PartHost host) {
      this.host = host;
    }

    @Override
    public void close() {
      ends.add("second");
    }
  }

  private final class Broken implements RuntimePart {
    @Override
    public void close() {
      ends.add("broken");
      throw new IllegalStateException("a part that can't be closed");
    }
  }

  private static <T extends RuntimePart> Future<T> part(
      Class<T> type, Function<PartHost, T> maker) {
    return cx -> Poll.ready(TaskContext.services(cx).part(type, maker));
  }

  @ParameterizedTest
  @EnumSource
  void part_askedForAgain_isTheSameAndAllEndWithTheRuntime(Weft.Scheduler scheduler)
      throws Exception {
    List<Throwable> unhandled = new ArrayList<>();
    Weft weft = Weft.builder().scheduler(scheduler).workers(3).onUnhandled(unhandled::add).build();
    First first = weft.blockOn(part(First.class, _ -> new First()));
    Second second = weft.blockOn(weft.spawn(part(Second.class, Second::new)));
    assertThat(weft.blockOn(weft.spawn(part(First.class, _ -> new First())))).isSameAs(first);
    assertThat(second.host.workers()).isEqualTo(3);
    weft.blockOn(part(Broken.class, _ -> new Broken()));
    weft.close();
    assertThat(ends).containsExactly("broken", "second", "first");
    assertThat(unhandled).singleElement().isInstanceOf(IllegalStateException.class);
    assertThat(second.host.execute(() -> {})).as("after the end").isFalse();
  }

  @Test
  void part_ofAClosedRuntime_isNotMadeAnyMore() throws Exception {
    WeftRuntime runtime = (WeftRuntime) Weft.builder().workers(1).build();
    runtime.close();
    assertThatThrownBy(() -> runtime.extras().part(First.class, _ -> new First()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed and has no First any more");
  }

  @Test
  void jobOfAPart_whenAllThreadsAreTaken_waitsForOneAndIsNotInterrupted() throws Exception {
    try (Weft weft = Weft.builder().workers(1).blockingThreads(1).build()) {
      Second part = weft.blockOn(part(Second.class, Second::new));
      var release = new CountDownLatch(1);
      var ran = new CountDownLatch(1);
      weft.spawnBlocking(
              () -> {
                Futures.await(release);
                Thread.currentThread().interrupt(); // a call that leaves its flag
                return null;
              })
          .detach();
      assertThat(part.host.execute(ran::countDown)).isTrue();
      release.countDown();
      Futures.await(ran);
    }
  }

  @Test
  void jobOfAPart_throws_isReportedAndThoseBehindItRun() throws Exception {
    var failure = new IllegalStateException("a job that throws");
    List<Throwable> unhandled = new CopyOnWriteArrayList<>();
    Weft.Builder builder = Weft.builder().workers(1).blockingThreads(1);
    try (Weft weft = builder.onUnhandled(unhandled::add).build()) {
      Second part = weft.blockOn(part(Second.class, Second::new));
      var release = new CountDownLatch(1);
      assertThat(
              part.host.execute(
                  () -> {
                    boolean _ = awaited(release);
                    throw failure;
                  }))
          .isTrue();
      JoinHandle<Integer> behind = weft.spawnBlocking(() -> 1);
      release.countDown();
      assertThat(weft.blockOn(behind)).isEqualTo(1);
    }
    assertThat(unhandled).containsExactly(failure);
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      Futures.await(latch);
      return true;
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Test
  void threadOfAPart_runsTheHooksOfTheRuntime() throws Exception {
    List<String> started = new ArrayList<>();
    var ran = new CountDownLatch(1);
    try (Weft weft =
        Weft.builder()
            .workers(1)
            .name("host")
            .onThreadStart(
                () -> {
                  synchronized (started) {
                    started.add(Thread.currentThread().getName());
                  }
                })
            .build()) {
      Second part = weft.blockOn(part(Second.class, Second::new));
      Thread thread = part.host.newThread("helper", ran::countDown);
      thread.start();
      thread.join();
      Futures.await(ran);
    }
    assertThat(started).contains("host-helper");
  }
}
