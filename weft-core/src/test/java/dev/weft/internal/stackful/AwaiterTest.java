package dev.weft.internal.stackful;

import static dev.weft.internal.stackful.Awaiter.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("stackful")
final class AwaiterTest {

  static Stream<Mode> modes() {
    return Mode.available();
  }

  private static Thread.Builder builder(boolean virtual) {
    return virtual ? Thread.ofVirtual() : Thread.ofPlatform();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void await_onAThreadOutsideAnyBlock_drivesTheFutureThere(boolean virtual) throws Exception {
    var results = new LinkedBlockingQueue<Object>();
    var leaf = new Leaf<Integer>("leaf");
    var failure = new IOException("x");
    Thread thread =
        builder(virtual)
            .start(
                () -> {
                  results.add(catchThrowable(() -> await(Leaf.failing(2, failure))));
                  Throwable _ = catchThrowable(() -> results.add(await(leaf)));
                });
    assertThat(Waits.take(results)).isSameAs(failure);
    Waits.until(() -> leaf.polls() > 0);
    leaf.complete(6);
    assertThat(Waits.take(results)).isEqualTo(6);
    thread.join();
  }

  @Test
  void await_onAWorkerOutsideAnyTask_isRefused() throws Exception {
    try (var workers = new Workers(1)) {
      var thrown = new LinkedBlockingQueue<Throwable>();
      workers.onWorker(() -> thrown.add(catchThrowable(() -> await(Leaf.ready(1)))));
      assertThat(Waits.take(thrown))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("a Weft worker")
          .hasMessageContaining("test-worker-0");
    }
  }

  @Test
  void await_inAPollOfATask_isRefused() throws Exception {
    try (var workers = new Workers(1)) {
      Future<Integer> bad = cx -> Poll.ready(await(Leaf.ready(1)));
      assertThatThrownBy(() -> workers.run(bad))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("awaits outside any block inside task 1 on test-worker-0");
    }
  }

  @Test
  void await_outsideARuntime_ofWhatNeedsOne_namesBlockOn() {
    Future<Object> needs = cx -> Poll.ready(cx.runtime());
    assertThatThrownBy(() -> await(needs))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("blockOn");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void interrupt_whileDriving_cancelsAndThrowsAfterTheCleanUp(boolean virtual) throws Exception {
    var thrown = new LinkedBlockingQueue<Throwable>();
    var cleaned = new AtomicBoolean();
    var polled = new CountDownLatch(1);
    Future<Integer> slow =
        new Future<>() {
          private int left = 3;
          private boolean cancelled;

          @Override
          public Poll<Integer> poll(Context cx) {
            polled.countDown();
            if (cancelled && --left == 0) {
              cleaned.set(true);
              throw new Cancellation("cancelled");
            }
            if (cancelled) {
              cx.waker().wake();
            }
            return Poll.pending();
          }

          @Override
          public boolean cancel() {
            cancelled = true;
            return false;
          }
        };
    Thread thread = builder(virtual).start(() -> thrown.add(catchThrowable(() -> await(slow))));
    Waits.on(polled);
    thread.interrupt();
    thread.interrupt();
    assertThat(Waits.take(thrown)).isInstanceOf(InterruptedException.class);
    assertThat(cleaned).isTrue();
    thread.join();
  }

  @Test
  void value_afterAnInterrupt_isReturnedWithTheFlagSet() throws Exception {
    var seen = new LinkedBlockingQueue<String>();
    Future<Integer> stubborn =
        new Future<>() {
          private boolean cancelled;

          @Override
          public Poll<Integer> poll(Context cx) {
            return cancelled ? Poll.ready(8) : Poll.pending();
          }

          @Override
          public boolean cancel() {
            cancelled = true;
            return false;
          }
        };
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  Throwable _ =
                      catchThrowable(
                          () ->
                              seen.add(
                                  await(stubborn) + " " + Thread.currentThread().isInterrupted()));
                });
    assertThat(Waits.take(seen)).isEqualTo("8 true");
    thread.join();
  }

  @Test
  void exceptionOfTheCleanUp_afterAnInterrupt_isSuppressed() throws Exception {
    var thrown = new LinkedBlockingQueue<Throwable>();
    var failure = new IOException("x");
    StackfulBlock<Integer> block =
        Mode.HAND_OFF.block(
            () -> {
              try {
                return await(new Leaf<Integer>("never"));
              } finally {
                Thread.yield();
                throwIt(failure);
              }
            });
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  thrown.add(catchThrowable(() -> await(block)));
                });
    assertThat(Waits.take(thrown))
        .isInstanceOf(InterruptedException.class)
        .hasSuppressedException(failure);
    thread.join();
  }

  private static void throwIt(Exception failure) throws Exception {
    throw failure;
  }

  @ParameterizedTest
  @MethodSource("modes")
  void interruptOfTheDriver_whileTheBlockComputes_isNotLost(Mode mode) throws Exception {
    for (int round = 0; round < 50; round++) {
      var computing = new CountDownLatch(1);
      var interrupted = new AtomicBoolean();
      StackfulBlock<Integer> block =
          mode.block(
              () -> {
                computing.countDown();
                while (!interrupted.get()) {
                  Thread.onSpinWait();
                }
                return await(new Leaf<Integer>("never"));
              });
      var thrown = new AtomicReference<Throwable>();
      Thread driver =
          Thread.ofPlatform().start(() -> thrown.set(catchThrowable(() -> await(block))));
      Waits.on(computing);
      driver.interrupt();
      interrupted.set(true);
      assertThat(driver.join(java.time.Duration.ofSeconds(20))).isTrue();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void awaitClose_failing_throwsTheSameException() throws Exception {
    for (Throwable failure :
        new Throwable[] {
          new IOException("a"), new Exception("b"), new IllegalStateException("c"), new Error("d")
        }) {
      AsyncCloseable resource = () -> Leaf.failing(1, failure);
      assertThat(catchThrowable(() -> Awaiter.awaitClose(resource))).isSameAs(failure);
    }
    AsyncCloseable good = () -> Leaf.after(1, null);
    Awaiter.awaitClose(good);
  }
}
