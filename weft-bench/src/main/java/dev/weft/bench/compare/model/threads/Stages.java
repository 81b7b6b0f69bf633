package dev.weft.bench.compare.model.threads;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/** A thread for each stage, and a queue before each. */
final class Stages implements Batch {

  private final ThreadFactory factory;

  Stages(Host host) {
    factory = host.threads();
  }

  @Override
  public long run(int items) throws Exception {
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(factory)) {
      BlockingQueue<Integer> first = new ArrayBlockingQueue<>(Work.CAPACITY);
      BlockingQueue<Integer> last = first;
      for (int i = 0; i < Work.STAGES; i++) {
        BlockingQueue<Integer> in = last;
        BlockingQueue<Integer> out = new ArrayBlockingQueue<>(Work.CAPACITY);
        var _ =
            threads.submit(
                () -> {
                  for (int item = 0; item < items; item++) {
                    out.put(in.take() + 1);
                  }
                  return null;
                });
        last = out;
      }
      BlockingQueue<Integer> end = last;
      Future<Long> sum =
          threads.submit(
              () -> {
                long total = 0;
                for (int item = 0; item < items; item++) {
                  total += end.take();
                }
                return total;
              });
      var _ =
          threads.submit(
              () -> {
                for (int item = 0; item < items; item++) {
                  first.put(item);
                }
                return null;
              });
      return sum.get();
    }
  }
}
