package dev.weft.sync;

import dev.weft.Context;
import dev.weft.codegen.PollContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A channel with room for so many messages. */
final class BoundedChannel<T> extends Channel<T> {

  /*
   * Idea: room is a permit. Whoever sends takes one first, it goes into the queue with the message, and
   * the consumer gives it back when it takes the message out. The queue itself is never closed: closing
   * stops the giving of permits, and who holds one may still send.
   *
   * The end has come when the permits are closed and all of them are back, since then there is neither a
   * message nor anybody who may send one, and nobody can get a permit any more. The consumer may look at
   * the queue first and at the permits afterwards: a message that came in between has a permit with it
   * that only the consumer gives back. So the giving back of a permit after closing wakes the receiver.
   *
   * Many at a time: in a channel with much room, permits that the consumer gives back while senders wait
   * are collected until there are BATCH of them, or the queue is empty, or the consumer's poll ends. So a
   * sender that is woken finds room for many messages; one by one, it would be woken for each. Senders
   * lose nothing by it: the consumer is busy with what else is in the queue. As long as nobody waits,
   * each permit is given back at once. `collected` is taken and added to atomically: the receiver may be
   * handed to another task in the middle of a poll, whose end then comes too late to be the owner's.
   */

  /** So much room makes it worth while. */
  private static final int ROOMY = 64;

  private static final int BATCH = 32;

  final Permits permits;
  final int capacity;
  private final int batch;

  @SuppressWarnings("UnusedVariable") // through COLLECTED
  private volatile int collected;

  private volatile boolean collecting; // the end of a poll will give back what was collected

  BoundedChannel(SegmentQueue<T> queue, int capacity) {
    this(queue, capacity, capacity >= ROOMY ? BATCH : 1);
  }

  /** For model checking with a small batch; 1 means that nothing is collected. */
  BoundedChannel(SegmentQueue<T> queue, int capacity, int batch) {
    super(queue);
    this.permits = new Permits(capacity);
    this.capacity = capacity;
    this.batch = batch;
  }

  /** Adds a message; the caller holds a permit, which goes with it. */
  void put(T message) {
    try {
      queue.offer(message);
    } catch (Throwable failure) { // no memory for another segment
      giveBack();
      throw failure;
    }
    receiving.wake();
  }

  /** Gives back a permit that wasn't used. */
  void giveBack() {
    permits.release(1);
    wakeIfRefusing();
  }

  void wakeIfRefusing() {
    if (permits.isClosed()) {
      receiving.wake();
    }
  }

  @Override
  Object next(@Nullable Context cx) {
    Object message = queue.poll();
    if (message != SegmentQueue.EMPTY) {
      taken(cx);
      return message;
    }
    giveBackCollected();
    return permits.isClosedWith(capacity) ? SegmentQueue.CLOSED : SegmentQueue.EMPTY;
  }

  private void taken(@Nullable Context cx) {
    PollContext task = cx != null && batch > 1 && permits.isAwaited() ? PollContext.of(cx) : null;
    if (task == null) {
      permits.release(1);
      return;
    }
    int before = (int) COLLECTED.getAndAdd(this, 1);
    if (before + 1 >= batch) {
      giveBackCollected();
    } else if (!collecting) {
      collecting = true;
      if (!task.atEndOfPoll(this::pollEnds)) {
        pollEnds();
      }
    }
  }

  private void pollEnds() {
    collecting = false; // first: what is collected after this is somebody else's
    giveBackCollected();
  }

  private void giveBackCollected() {
    if (collected != 0) {
      int count = (int) COLLECTED.getAndSet(this, 0);
      if (count > 0) {
        permits.release(count);
        wakeIfRefusing();
      }
    }
  }

  @Override
  void refuse() {
    permits.close();
  }

  @Override
  boolean isRefusing() {
    return permits.isClosed();
  }

  @Override
  boolean isFinished() {
    giveBackCollected();
    // The number of free permits first: it only grows, so that the sum can't be too large.
    return permits.isClosed() && permits.available() + queue.size() == capacity;
  }

  private static final VarHandle COLLECTED;

  static {
    try {
      COLLECTED =
          MethodHandles.lookup().findVarHandle(BoundedChannel.class, "collected", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /** One send: waits for a permit and uses it. */
  static final class Send<T> extends Acquire<Void> {

    private final BoundedChannel<T> channel;
    private final T message;

    Send(BoundedChannel<T> channel, T message) {
      super(channel.permits, 1);
      this.channel = channel;
      this.message = message;
    }

    @Override
    @SuppressWarnings("NullAway") // a Future<Void> completes with null
    protected Void acquired() {
      channel.put(message);
      return null;
    }

    @Override
    protected ClosedException refused() {
      return Tx.refused();
    }

    @Override
    protected void cancelled() {
      channel.wakeIfRefusing();
    }
  }

  /** One reservation. */
  static final class Reserve<T> extends Acquire<Mpsc.Permit<T>> {

    private final BoundedChannel<T> channel;

    Reserve(BoundedChannel<T> channel) {
      super(channel.permits, 1);
      this.channel = channel;
    }

    @Override
    protected Mpsc.Permit<T> acquired() {
      return new SendPermit<>(channel);
    }

    @Override
    protected ClosedException refused() {
      return Tx.refused();
    }

    @Override
    protected void cancelled() {
      channel.wakeIfRefusing();
    }
  }
}
