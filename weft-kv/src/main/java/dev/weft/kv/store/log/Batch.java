package dev.weft.kv.store.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls that go to the log together. Guarded by the lock of its {@link WriteQueue}. */
final class Batch {

  private static final int FEW = 64;

  // A call that was given up leaves a hole; the holes are closed when they are more than half.
  private List<@Nullable WriteCall<?>> calls = new ArrayList<>();
  private int live;
  private long bytes;
  private boolean taken;
  private boolean done;

  /** Adds a call; returns its place. */
  int add(WriteCall<?> call) {
    calls.add(call);
    live++;
    bytes += call.bytes();
    return calls.size() - 1;
  }

  long bytes() {
    return bytes;
  }

  /** Takes out a call that was given up. */
  void remove(WriteCall<?> call) {
    calls.set(call.place(), null);
    live--;
    bytes -= call.bytes();
    if (calls.size() > 2 * live + FEW) {
      var dense = new ArrayList<@Nullable WriteCall<?>>(live + FEW);
      for (WriteCall<?> left : calls) {
        if (left != null) {
          left.move(dense.size());
          dense.add(left);
        }
      }
      calls = dense;
    }
  }

  boolean isEmpty() {
    return live == 0;
  }

  /** The calls, with holes; once the batch is taken they don't change. */
  List<@Nullable WriteCall<?>> calls() {
    return calls;
  }

  boolean isTaken() {
    return taken;
  }

  void take() {
    taken = true;
  }

  boolean isDone() {
    return done;
  }

  void finish() {
    done = true;
  }
}
