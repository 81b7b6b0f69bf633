package dev.weft.bench.compare.model.callbacks;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** The last child that is done calls what comes next. */
final class FanOut implements Batch {

  private final Executor pool;

  FanOut(Host host) {
    pool = host.pool();
  }

  @Override
  public long run(int children) throws Exception {
    var end = new CompletableFuture<Long>();
    pool.execute(() -> sum(children, end::complete));
    return end.get();
  }

  private void sum(int children, LongConsumer then) {
    var left = new AtomicInteger(children);
    var sum = new AtomicLong();
    IntConsumer done =
        number -> {
          sum.addAndGet(number);
          if (left.decrementAndGet() == 0) {
            then.accept(sum.get());
          }
        };
    for (int i = 0; i < children; i++) {
      int number = i;
      pool.execute(() -> done.accept(number));
    }
  }
}
