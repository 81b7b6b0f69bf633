package dev.weft.bench.program.jdk;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;

/** Starting threads. */
final class ThreadStarts {

  private static final int CHILDREN = 10;

  private final ThreadFactory threads;

  ThreadStarts(ThreadFactory threads) {
    this.threads = threads;
  }

  void spawnAll(int count) throws InterruptedException {
    var all = new Thread[count];
    for (int i = 0; i < count; i++) {
      all[i] = threads.newThread(() -> {});
      all[i].start();
    }
    for (Thread each : all) {
      each.join();
    }
  }

  /** Each thread starts the next one and ends. */
  void chain(int depth) throws InterruptedException {
    var end = new CountDownLatch(1);
    link(depth, end);
    end.await();
  }

  private void link(int left, CountDownLatch end) {
    threads
        .newThread(
            () -> {
              if (left == 0) {
                end.countDown();
              } else {
                link(left - 1, end);
              }
            })
        .start();
  }

  /** A future, completed by a new thread, one after another. */
  void oneshots(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      var answer = new CompletableFuture<Boolean>();
      threads.newThread(() -> answer.complete(true)).start();
      answer.get();
    }
  }

  void skynet(int leaves) throws Exception {
    sum(0, leaves);
  }

  private long sum(long first, int leaves) throws Exception {
    if (leaves == 1) {
      return first;
    }
    int each = leaves / CHILDREN;
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generics
    FutureTask<Long>[] children = new FutureTask[CHILDREN];
    for (int i = 0; i < CHILDREN; i++) {
      long start = first + (long) i * each;
      children[i] = new FutureTask<>(() -> sum(start, each));
      threads.newThread(children[i]).start();
    }
    long sum = 0;
    for (FutureTask<Long> child : children) {
      sum += child.get();
    }
    return sum;
  }
}
