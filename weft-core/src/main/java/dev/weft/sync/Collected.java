package dev.weft.sync;

import dev.weft.codegen.PollContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Permits that the consumer of a roomy channel has got back and keeps for a moment. */
class Collected {

  /*
   * The count is taken and added to atomically: the receiver may be handed to another task in the middle
   * of a poll, whose end then comes too late to be the owner's. It stands apart from what senders read,
   * as the consumer changes it at each message.
   */

  private final BoundedChannel<?> channel;
  private final int batch;
  private final Runnable pollEnds = this::pollEnds;

  @SuppressWarnings("UnusedVariable") // through COUNT
  private volatile int count;

  private volatile boolean promised; // the end of a poll will give back what was collected

  private Collected(BoundedChannel<?> channel, int batch) {
    this.channel = channel;
    this.batch = batch;
  }

  /** Those of a channel; given back when there are so many. */
  static Collected of(BoundedChannel<?> channel, int batch) {
    return new PaddedCollected(channel, batch);
  }

  int count() {
    return count;
  }

  /** Adds one, in a poll of the receiver. */
  void add(PollContext task) {
    int before = (int) COUNT.getAndAdd(this, 1);
    if (before + 1 >= batch) {
      giveBack();
    } else if (!promised) {
      promised = true;
      if (!task.atEndOfPoll(pollEnds)) {
        pollEnds();
      }
    }
  }

  private void pollEnds() {
    promised = false; // first: what is collected after this is somebody else's
    giveBack();
  }

  void giveBack() {
    if (count != 0) {
      int taken = (int) COUNT.getAndSet(this, 0);
      if (taken > 0) {
        channel.giveBack(taken);
      }
    }
  }

  /** With a cache line or two between it and what is made after it. */
  private static final class PaddedCollected extends Collected {
    @SuppressWarnings("UnusedVariable")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;

    PaddedCollected(BoundedChannel<?> channel, int batch) {
      super(channel, batch);
    }
  }

  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(Collected.class, "count", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
