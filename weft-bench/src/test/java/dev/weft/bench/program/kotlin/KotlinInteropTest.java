package dev.weft.bench.program.kotlin;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineScopeKt;
import kotlinx.coroutines.Dispatchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kotlin's coroutines and Weft's futures await each other. */
@Timeout(60)
class KotlinInteropTest {

  private static final long HOUR_MILLIS = 3_600_000;

  private final Weft weft = Weft.builder().workers(2).build();
  private final CoroutineScope scope = CoroutineScopeKt.CoroutineScope(Dispatchers.getDefault());
  private final KotlinInterop kotlin = KotlinInterop.INSTANCE;

  @AfterEach
  void close() {
    CoroutineScopeKt.cancel(scope, null);
    weft.close();
  }

  @Test
  void coroutine_awaitsAWeftFuture() throws Exception {
    CompletableFuture<Integer> length =
        kotlin.lengthOf(
            scope,
            weft,
            async(
                () -> {
                  await(sleep(Duration.ofMillis(1)));
                  return "four";
                }));
    assertThat(length.get()).isEqualTo(4);
  }

  @Test
  void coroutine_getsTheFailure() {
    CompletableFuture<Integer> length =
        kotlin.lengthOf(
            scope,
            weft,
            async(
                () -> {
                  await(sleep(Duration.ofMillis(1)));
                  throw new IOException("broken");
                }));
    assertThatThrownBy(length::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void cancelledCoroutine_abortsTheTask() throws Exception {
    var running = new CountDownLatch(1);
    var cleaned = new CountDownLatch(1);
    CompletableFuture<Integer> length =
        kotlin.lengthOf(
            scope,
            weft,
            async(
                () -> {
                  try {
                    running.countDown();
                    await(sleep(Duration.ofMillis(HOUR_MILLIS)));
                    return "never";
                  } finally {
                    cleaned.countDown();
                  }
                }));
    running.await();
    length.cancel(true);
    cleaned.await();
    assertThat(length).isCancelled();
  }

  @Test
  void weftTask_awaitsACoroutine() throws Exception {
    assertThat(weft.blockOn(kotlin.delayed(scope, 1, "text", () -> {}, () -> {})))
        .isEqualTo("text");
  }

  @Test
  void abortedTask_cancelsTheCoroutine() throws Exception {
    var running = new CountDownLatch(1);
    var cancelled = new CountDownLatch(1);
    JoinHandle<String> handle =
        weft.spawn(
            kotlin.delayed(scope, HOUR_MILLIS, "never", running::countDown, cancelled::countDown));
    running.await(); // one that hasn't begun is cancelled without running
    handle.abort();
    assertThatThrownBy(() -> weft.blockOn(handle)).isInstanceOf(CancellationException.class);
    cancelled.await();
  }
}
