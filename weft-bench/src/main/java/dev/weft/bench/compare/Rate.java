package dev.weft.bench.compare;

import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Work;
import java.util.concurrent.TimeUnit;

/** Does a work in batches that grow until one takes long enough for its time to say something. */
final class Rate {

  private static final int FIRST = 64;
  private static final int MOST = 1 << 17;
  private static final long ENOUGH_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  private final Workload workload;
  private final Batch batch;
  private int count = FIRST;

  Rate(Workload workload, Batch batch) {
    this.workload = workload;
    this.batch = batch;
  }

  /**
   * What a run gave.
   *
   * @param operations how many
   * @param nanos how long they took
   */
  record Seen(long operations, long nanos) {}

  /** At least once. */
  Seen run(long millis, boolean grow) throws Exception {
    long length = TimeUnit.MILLISECONDS.toNanos(millis);
    long operations = 0;
    long nanos = 0;
    while (nanos < length || operations == 0) {
      long start = System.nanoTime();
      long result = batch.run(count);
      long took = System.nanoTime() - start;
      check(result);
      operations += count;
      nanos += took;
      if (grow && took < ENOUGH_NANOS && count < MOST) {
        count *= 2;
      }
    }
    return new Seen(operations, nanos);
  }

  private void check(long result) {
    long sum = (long) count * (count - 1) / 2;
    long due =
        switch (workload) {
          case PING_PONG -> count;
          case FAN_OUT -> sum;
          case PIPELINE -> sum + (long) count * Work.STAGES;
          default -> throw new IllegalArgumentException(workload.label() + " is no batch.");
        };
    if (result != due) {
      throw new IllegalStateException(
          "%s gave %d in place of %d.".formatted(workload.label(), result, due));
    }
  }
}
