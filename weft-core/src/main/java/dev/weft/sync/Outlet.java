package dev.weft.sync;

import dev.weft.codegen.PollContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The consumer's side of a bounded channel: where it stands, and when it looks for who waits. */
class Outlet {

  /*
   * `head` is the position of the next message; the consumer alone writes it, senders read it when what
   * they knew of it leaves no room.
   *
   * Many at a time: in a roomy channel the consumer doesn't look at each message whether a sender waits,
   * but at each BATCH-th, at the end of its poll, and when there is no message. So it leaves the senders'
   * memory alone, and a sender that is woken finds room for many. Who is about to wait reads `head`
   * itself, so room is never left unused by somebody who asks.
   *
   * `promisedBy` is the task at the end of whose poll the consumer looks. If another task receives, that
   * one promises anew: the end of a poll is after what was taken in it only for the thread of that poll.
   * When the receiver has been handed on, the end of the first task's poll may clear the promise of the
   * second; then that promises once more.
   */

  private static final int BATCH = 128;

  private final BoundedChannel<?> channel;
  private final int batch; // 1: looks at each message

  @SuppressWarnings("UnusedVariable") // through HEAD
  private volatile int head;

  private int taken; // since the last look
  private @Nullable Runnable pollEnds;

  @SuppressWarnings("UnusedVariable") // through PROMISED_BY
  private @Nullable PollContext promisedBy;

  Outlet(BoundedChannel<?> channel, int batch) {
    this.channel = channel;
    this.batch = batch;
  }

  /** That of a channel with much room, apart in memory from what senders write. */
  static Outlet roomy(BoundedChannel<?> channel) {
    return new Apart(channel, BATCH);
  }

  /** Where the consumer stands; for anybody. */
  int head() {
    return (int) HEAD.getAcquire(this); // pairs with the release in advance
  }

  /** The message before {@code next} was taken. For the consumer. */
  void advance(int next, @Nullable PollContext task) {
    HEAD.setRelease(this, next); // pairs with the acquire in head()
    if (batch == 1 || task == null || ++taken >= batch) {
      look();
    } else if (PROMISED_BY.getOpaque(this) != task) {
      promise(task);
    }
  }

  private void promise(PollContext task) {
    Runnable end = pollEnds;
    if (end == null) {
      end = this::pollEnds;
      pollEnds = end;
    }
    PROMISED_BY.setOpaque(this, task); // pairs with itself on the same thread, see above
    if (!task.atEndOfPoll(end)) {
      end.run();
    }
  }

  private void pollEnds() {
    PROMISED_BY.setOpaque(this, null); // as in promise
    channel.roomCame();
  }

  private void look() {
    taken = 0;
    channel.roomCame();
  }

  /** With two cache lines between it and what is made after it. */
  private static final class Apart extends Outlet {
    @SuppressWarnings("UnusedVariable")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;

    Apart(BoundedChannel<?> channel, int batch) {
      super(channel, batch);
    }
  }

  private static final VarHandle HEAD;
  private static final VarHandle PROMISED_BY;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(Outlet.class, "head", int.class);
      PROMISED_BY = lookup.findVarHandle(Outlet.class, "promisedBy", PollContext.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
