package dev.weft.internal.stackful;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.testkit.Eventually;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class AbandonedTest {

  private record Cleanup(ThrowingRunnable body) implements Abandoned.Owned {
    @Override
    public boolean isEnded() {
      return false;
    }

    @Override
    public void close() throws Exception {
      body.run();
    }
  }

  private interface ThrowingRunnable {
    void run() throws Exception;
  }

  @Test
  void cleanUp_thatBlocks_holdsUpNoOther() throws Exception {
    var blocked = new CountDownLatch(1);
    var ended = new AtomicInteger();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      var abandoned = new Abandoned(threads, 16);
      for (int i = 0; i < 8; i++) {
        abandoned.add(new Cleanup(blocked::await));
      }
      for (int i = 0; i < 1_000; i++) {
        abandoned.add(new Cleanup(ended::incrementAndGet));
      }
      Eventually.until("the others have ended", () -> ended.get() == 1_000);
      blocked.countDown();
    }
  }

  @Test
  void cleanUps_manyAtOnce_shareAFewThreads() {
    var starts = new AtomicInteger();
    var ended = new AtomicInteger();
    var held = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      var abandoned =
          new Abandoned(
              task -> {
                starts.incrementAndGet();
                threads.execute(task);
              },
              16);
      for (int i = 0; i < 100; i++) {
        abandoned.add(
            new Cleanup(
                () -> {
                  held.await();
                  ended.incrementAndGet();
                }));
      }
      assertThat(starts).hasValue(16);
      held.countDown();
    }
    assertThat(ended).hasValue(100);
  }

  @Test
  void cleanUp_thatFails_leavesTheNextToBeRun() {
    var ended = new AtomicInteger();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      var abandoned = new Abandoned(threads, 16);
      abandoned.add(
          new Cleanup(
              () -> {
                throw new IllegalStateException("planned");
              }));
      abandoned.add(new Cleanup(ended::incrementAndGet));
    }
    assertThat(ended).hasValue(1);
  }
}
