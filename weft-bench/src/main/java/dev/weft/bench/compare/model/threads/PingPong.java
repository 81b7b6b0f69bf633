package dev.weft.bench.compare.model.threads;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/** Two threads and two queues. */
final class PingPong implements Batch {

  private final ThreadFactory factory;

  PingPong(Host host) {
    factory = host.threads();
  }

  @Override
  public long run(int rounds) throws Exception {
    BlockingQueue<Integer> there = new ArrayBlockingQueue<>(1);
    BlockingQueue<Integer> back = new ArrayBlockingQueue<>(1);
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(factory)) {
      Future<Long> ping =
          threads.submit(
              () -> {
                long answers = 0;
                for (int i = 0; i < rounds; i++) {
                  there.put(i);
                  answers += back.take() == i ? 1 : 0;
                }
                return answers;
              });
      var _ =
          threads.submit(
              () -> {
                for (int i = 0; i < rounds; i++) {
                  back.put(there.take());
                }
                return null;
              });
      return ping.get();
    }
  }
}
