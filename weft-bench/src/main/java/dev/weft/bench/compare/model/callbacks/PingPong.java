package dev.weft.bench.compare.model.callbacks;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

/** Two sides that have each other called by the pool. */
final class PingPong implements Batch {

  private final Executor pool;

  PingPong(Host host) {
    pool = host.pool();
  }

  @Override
  public long run(int rounds) throws Exception {
    var end = new CompletableFuture<Long>();
    ping(0, rounds, end::complete);
    return end.get();
  }

  private void ping(long answers, long rounds, LongConsumer then) {
    if (answers == rounds) {
      then.accept(answers);
    } else {
      pool.execute(() -> pong(answers, next -> pool.execute(() -> ping(next, rounds, then))));
    }
  }

  private static void pong(long number, LongConsumer then) {
    then.accept(number + 1);
  }
}
