package dev.weft.bench.compare.model.threads;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import java.util.ArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/** A thread that starts others and takes their results. */
final class FanOut implements Batch {

  private final ThreadFactory factory;

  FanOut(Host host) {
    factory = host.threads();
  }

  @Override
  public long run(int children) throws Exception {
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(factory)) {
      return threads.submit(() -> sum(threads, children)).get();
    }
  }

  private static long sum(ExecutorService threads, int children) throws Exception {
    var results = new ArrayList<Future<Integer>>();
    for (int i = 0; i < children; i++) {
      int number = i;
      results.add(threads.submit(() -> number));
    }
    long sum = 0;
    for (Future<Integer> each : results) {
      sum += each.get();
    }
    return sum;
  }
}
