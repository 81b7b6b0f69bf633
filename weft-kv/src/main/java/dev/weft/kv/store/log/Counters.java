package dev.weft.kv.store.log;

import java.util.concurrent.atomic.AtomicLong;

/** What {@link LogStats} is taken from. Written by the writing thread, read by any. */
final class Counters {

  private final AtomicLong batches = new AtomicLong();
  private final AtomicLong largestBatch = new AtomicLong();
  private final AtomicLong records = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong forces = new AtomicLong();
  private final AtomicLong forceNanos = new AtomicLong();
  private final AtomicLong longestForce = new AtomicLong();
  private final AtomicLong snapshots = new AtomicLong();

  void batch(long size) {
    batches.incrementAndGet();
    records.addAndGet(size);
    largestBatch.accumulateAndGet(size, Math::max);
  }

  void written(long size) {
    bytes.addAndGet(size);
  }

  long bytes() {
    return bytes.get();
  }

  void forced(long nanos) {
    forces.incrementAndGet();
    forceNanos.addAndGet(nanos);
    longestForce.accumulateAndGet(nanos, Math::max);
  }

  void snapshot() {
    snapshots.incrementAndGet();
  }

  LogStats stats(long usedBytes) {
    return new LogStats(
        batches.get(),
        largestBatch.get(),
        records.get(),
        bytes.get(),
        forces.get(),
        forceNanos.get(),
        longestForce.get(),
        snapshots.get(),
        usedBytes);
  }
}
