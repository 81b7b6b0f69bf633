package dev.weft.backend;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.stackful;
import static dev.weft.Async.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.Join2;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.TaskLocal;
import dev.weft.Weft;
import dev.weft.testkit.Futures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stackful blocks on whole runtimes. */
@Tag("stackful")
final class StackfulRuntimeTest {

  private static final Duration SHORT = Duration.ofMillis(1);

  private static Weft weft(Weft.Scheduler scheduler) {
    return Weft.builder().scheduler(scheduler).workers(2).build();
  }

  private static int below(int value) throws Exception {
    Void _ = await(sleep(SHORT));
    return value;
  }

  @ParameterizedTest
  @EnumSource
  void blocks_ofAllKinds_runOnTheRuntime(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = weft(scheduler)) {
      int sum =
          weft.blockOn(
              stackful(
                  () -> {
                    JoinHandle<Integer> spawned = spawn(async(() -> below(1)));
                    Join2<Integer, Integer> both =
                        await(join(async(() -> below(10)), stackful(() -> below(100))));
                    assertThat(Weft.current()).isSameAs(weft);
                    return await(spawned) + both.first() + both.second();
                  }));
      assertThat(sum).isEqualTo(111);
    }
  }

  @ParameterizedTest
  @EnumSource
  void blockOn_onAVirtualThread_runsBlocks(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = weft(scheduler)) {
      var result = new CompletableFuture<Integer>();
      Thread thread =
          Thread.startVirtualThread(
              () -> {
                try {
                  result.complete(weft.blockOn(async(() -> below(3) + below(4))));
                } catch (Throwable failure) {
                  result.completeExceptionally(failure);
                }
              });
      assertThat(result.get(20, TimeUnit.SECONDS)).isEqualTo(7);
      thread.join();
    }
  }

  @ParameterizedTest
  @EnumSource
  void blocks_joinedInOneTask_neverRunAtOnce(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = weft(scheduler)) {
      var inside = new AtomicInteger();
      var wrong = new AtomicInteger();
      Future<Void> a = async(() -> alternate(inside, wrong));
      Future<Void> b = async(() -> alternate(inside, wrong));
      Object _ = weft.blockOn(join(a, b));
      assertThat(wrong).hasValue(0);
    }
  }

  private static void alternate(AtomicInteger inside, AtomicInteger wrong) throws Exception {
    for (int i = 0; i < 300; i++) {
      if (inside.incrementAndGet() != 1) {
        wrong.incrementAndGet();
      }
      Thread.onSpinWait();
      inside.decrementAndGet();
      int _ = await(Futures.after(i % 2, () -> 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void taskLocal_inABlock_isThereAcrossAwaits(Weft.Scheduler scheduler) throws Exception {
    TaskLocal<String> user = TaskLocal.create("user");
    try (Weft weft = weft(scheduler)) {
      String seen =
          weft.blockOn(
              user.where(
                  "ann", stackful(() -> user.get() + below(1) + user.get() + await(inner(user)))));
      assertThat(seen).isEqualTo("ann1annbob");
    }
  }

  private static Future<String> inner(TaskLocal<String> user) {
    return user.where(
        "bob",
        async(
            () -> {
              int _ = below(1);
              return user.get();
            }));
  }

  @ParameterizedTest
  @EnumSource
  void timeout_ofABlockStuckInTheJdk_interruptsIt(Weft.Scheduler scheduler) throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    try (Weft weft = weft(scheduler)) {
      Future<Integer> stuck =
          async(
              () -> {
                try {
                  return new LinkedBlockingQueue<Integer>().take();
                } catch (InterruptedException interrupt) {
                  log.add("interrupted");
                }
                try {
                  return below(1); // here the cancellation is thrown
                } finally {
                  log.add("cleaned " + below(2));
                }
              });
      assertThatThrownBy(() -> weft.blockOn(timeout(Duration.ofMillis(20), stuck)))
          .isInstanceOf(TimeoutException.class);
      assertThat(log).containsExactly("interrupted", "cleaned 2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void close_withBlocksThatWait_cleansUp(Weft.Scheduler scheduler) throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    var started = new CountDownLatch(1);
    JoinHandle<Object> handle;
    try (Weft weft = weft(scheduler)) {
      handle =
          weft.spawn(
              stackful(
                  () -> {
                    try {
                      started.countDown();
                      return await(Futures.never());
                    } catch (Cancellation cancellation) {
                      log.add("cleans " + below(5));
                      throw cancellation;
                    }
                  }));
      if (scheduler == Weft.Scheduler.CURRENT_THREAD) {
        Void _ = weft.blockOn(sleep(SHORT));
      }
      Futures.await(started);
    }
    assertThat(log).containsExactly("cleans 5");
    assertThatThrownBy(() -> await(handle)).isInstanceOf(CancellationException.class);
  }

  @ParameterizedTest
  @EnumSource
  void interrupt_ofBlockOnsCallerWhileABlockComputes_isNotLost(Weft.Scheduler scheduler)
      throws Exception {
    try (Weft weft = weft(scheduler)) {
      var computing = new CountDownLatch(1);
      var interrupted = new AtomicInteger();
      var thrown = new AtomicReference<Throwable>();
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () ->
                      thrown.set(
                          catchThrowable(
                              () ->
                                  weft.blockOn(
                                      async(
                                          () -> {
                                            computing.countDown();
                                            while (interrupted.get() == 0) {
                                              Thread.onSpinWait();
                                            }
                                            return await(Futures.never());
                                          })))));
      Futures.await(computing);
      caller.interrupt();
      interrupted.set(1);
      assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void await_inAPollOutsideAnyBlock_namesTheMethod(Weft.Scheduler scheduler) {
    try (Weft weft = weft(scheduler)) {
      Future<Integer> bad = cx -> Poll.ready(below(1));
      assertThatThrownBy(() -> weft.blockOn(bad))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("dev.weft.backend.StackfulRuntimeTest.below(");
    }
  }

  @ParameterizedTest
  @EnumSource
  void blockOn_insideABlock_isRefused(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = weft(scheduler)) {
      Throwable thrown =
          weft.blockOn(stackful(() -> catchThrowable(() -> weft.blockOn(sleep(SHORT)))));
      assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessageContaining("blockOn");
    }
  }

  @ParameterizedTest
  @EnumSource
  void dump_ofAWaitingBlock_hasItsLine(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = weft(scheduler)) {
      JoinHandle<Object> handle = weft.spawn(stackful(() -> await(Futures.never())));
      for (int i = 0; i < 1_000 && location(weft, handle) == null; i++) {
        Void _ = weft.blockOn(sleep(SHORT));
      }
      assertThat(location(weft, handle).getFileName()).isEqualTo("StackfulRuntimeTest.java");
    }
  }

  private static StackTraceElement location(Weft weft, JoinHandle<?> handle) {
    return weft.dump().tasks().stream()
        .filter(task -> task.id() == handle.id() && task.state().equals("idle"))
        .map(Weft.TaskInfo::location)
        .filter(line -> line != null)
        .findFirst()
        .orElse(null);
  }
}
