package dev.weft.internal.scheduler;

import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Polls a worker's tasks for those who want each poll measured or announced. */
final class PollObserver {

  /*
   * A worker has one only if the builder asked for a hook or for poll times, so that others pay for a
   * look at a field. Counts are written by the worker alone and read by anybody: opaque access, which
   * pairs with nothing, as nothing else is inferred from a count.
   */

  private static final int BUCKETS = Long.SIZE - 1;

  private final RuntimeParts parts;
  private final @Nullable LongConsumer before;
  private final @Nullable LongConsumer after;
  private final @Nullable AtomicLongArray times;

  private PollObserver(RuntimeParts parts, boolean measured) {
    this.parts = parts;
    this.before = parts.settings().hooks().beforePoll();
    this.after = parts.settings().hooks().afterPoll();
    this.times = measured ? new AtomicLongArray(BUCKETS) : null;
  }

  /** One for a worker, or null if nobody wants to know. */
  static @Nullable PollObserver ifWanted(RuntimeParts parts) {
    Settings settings = parts.settings();
    boolean hooked = settings.hooks().beforePoll() != null || settings.hooks().afterPoll() != null;
    return hooked || settings.pollTimes() ? new PollObserver(parts, settings.pollTimes()) : null;
  }

  /** Polls a task once. */
  void poll(TaskCell<?> task, PollSite site) {
    long id = task.id();
    call(before, id);
    AtomicLongArray counts = times;
    long start = counts == null ? 0 : parts.realNanos();
    try {
      task.run(site);
    } finally {
      if (counts != null) {
        int bucket = bucket(parts.realNanos() - start);
        counts.setOpaque(bucket, counts.getPlain(bucket) + 1); // pairs with times(): see above
      }
      call(after, id);
    }
  }

  private void call(@Nullable LongConsumer hook, long id) {
    if (hook != null) {
      parts.runHook(() -> hook.accept(id));
    }
  }

  /** The index of the power of two that a time reaches. */
  static int bucket(long nanos) {
    return nanos <= 1 ? 0 : Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
  }

  /** The counts up to the highest that isn't zero. */
  List<Long> times() {
    List<Long> all = new ArrayList<>();
    AtomicLongArray counts = times;
    for (int i = 0; counts != null && i < BUCKETS; i++) {
      all.add(counts.getOpaque(i)); // pairs with poll(): see above
    }
    while (!all.isEmpty() && all.getLast() == 0) {
      all.removeLast();
    }
    return all;
  }
}
