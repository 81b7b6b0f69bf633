package dev.weft.bench.compare.model.callbacks;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/**
 * Each number is a chain of calls; the end of one begins another, so that so many are on the way.
 */
final class Stages implements Batch {

  private final Executor pool;

  Stages(Host host) {
    pool = host.pool();
  }

  @Override
  public long run(int items) throws Exception {
    return new Run(items).start().get();
  }

  private void stage(int stage, int number, IntConsumer then) {
    if (stage == Work.STAGES) {
      then.accept(number);
    } else {
      pool.execute(() -> stage(stage + 1, number + 1, then));
    }
  }

  private final class Run {
    private final int items;
    private final CompletableFuture<Long> end = new CompletableFuture<>();
    private int begun;
    private int arrived;
    private long sum;

    Run(int items) {
      this.items = items;
    }

    CompletableFuture<Long> start() {
      for (int i = 0; i < Work.CAPACITY * Work.STAGES; i++) {
        pool.execute(this::begin);
      }
      return end;
    }

    private void begin() {
      int number;
      synchronized (this) {
        if (begun == items) {
          return;
        }
        number = begun++;
      }
      stage(0, number, this::arrive);
    }

    private void arrive(int number) {
      synchronized (this) {
        sum += number;
        if (++arrived == items) {
          end.complete(sum);
        }
      }
      begin();
    }
  }
}
