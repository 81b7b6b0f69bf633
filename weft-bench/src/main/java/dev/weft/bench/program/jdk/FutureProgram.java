package dev.weft.bench.program.jdk;

import dev.weft.bench.program.Spread;
import dev.weft.bench.program.TaskProgram;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** CompletableFuture: callbacks in place of coroutines, and so a floor for what tasks can cost. */
public final class FutureProgram {

  private static final int CHILDREN = 10;

  private final Executor pool;

  private FutureProgram(Executor pool) {
    this.pool = pool;
  }

  /**
   * The program.
   *
   * @param args none
   * @throws Exception if a work failed
   */
  public static void main(String[] args) throws Exception {
    try (var pool = new ForkJoinPool(TaskProgram.WORKERS)) {
      CompletableFuture.runAsync(() -> {}, pool).join();
      TaskProgram.firstTaskDone();
      var program = new FutureProgram(pool);
      new TaskProgram()
          .add("spawn", n -> CompletableFuture.runAsync(() -> program.spawnAll(n), pool).join())
          .add("chain", program::chain)
          .add("oneshot", program::oneshots)
          .add("skynet-joins", n -> program.sum(0, n).join())
          .add("memory", FutureProgram::hold)
          .add("timers", program::timers)
          .serve();
      pool.shutdownNow();
    }
  }

  private void spawnAll(int count) {
    var all = new CompletableFuture<?>[count];
    for (int i = 0; i < count; i++) {
      all[i] = CompletableFuture.runAsync(() -> {}, pool);
    }
    for (CompletableFuture<?> each : all) {
      each.join();
    }
  }

  /** Each call starts the next one and ends. */
  private void chain(int depth) {
    var end = new CompletableFuture<Void>();
    var _ = CompletableFuture.runAsync(() -> link(depth, end), pool);
    end.join();
  }

  private void link(int left, CompletableFuture<Void> end) {
    if (left == 0) {
      end.complete(null);
    } else {
      var _ = CompletableFuture.runAsync(() -> link(left - 1, end), pool);
    }
  }

  /** A future, completed by a call of the pool, whose callback asks for the next one. */
  private void oneshots(int count) {
    var end = new CompletableFuture<Void>();
    ask(count, end);
    end.join();
  }

  private void ask(int left, CompletableFuture<Void> end) {
    if (left == 0) {
      end.complete(null);
      return;
    }
    var _ =
        CompletableFuture.supplyAsync(() -> true, pool)
            .thenAcceptAsync(_ -> ask(left - 1, end), pool);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // thenCompose takes the inner one
  private CompletableFuture<Long> sum(long first, int leaves) {
    if (leaves == 1) {
      return CompletableFuture.completedFuture(first);
    }
    int each = leaves / CHILDREN;
    CompletableFuture<Long> sum = CompletableFuture.completedFuture(0L);
    for (int i = 0; i < CHILDREN; i++) {
      long start = first + (long) i * each;
      CompletableFuture<Long> child =
          CompletableFuture.supplyAsync(() -> sum(start, each), pool).thenCompose(f -> f);
      sum = sum.thenCombine(child, Long::sum);
    }
    return sum;
  }

  private static void hold(int count) {
    for (int i = 0; i < count; i++) {
      var _ = new CompletableFuture<Void>().completeOnTimeout(null, 1, TimeUnit.HOURS);
    }
  }

  private void timers(int timers) throws InterruptedException {
    var ended = new CountDownLatch(timers);
    for (int i = 0; i < timers; i++) {
      Executor later =
          CompletableFuture.delayedExecutor(Spread.millis(i), TimeUnit.MILLISECONDS, pool);
      var _ = CompletableFuture.runAsync(ended::countDown, later);
    }
    ended.await();
  }
}
