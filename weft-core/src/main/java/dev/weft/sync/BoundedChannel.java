package dev.weft.sync;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
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
   * Many at a time: in a channel with much room, the consumer collects the permits of what it takes until
   * there are BATCH of them, or the queue is empty, or its poll ends. So consumer and senders don't fight
   * for the permits at each message, and a sender that is woken finds room for many; one by one, it
   * would be woken for each. Who asks for room and finds none gives back what was collected and looks
   * again.
   */

  /** So much room makes it worth while. */
  private static final int ROOMY = 64;

  private static final int BATCH = 32;

  final Permits permits;
  final int capacity;
  private final @Nullable Collected collected; // in a roomy channel

  /** A channel whose parts fit its capacity. */
  static <T> BoundedChannel<T> of(int capacity) {
    return capacity < ROOMY
        ? new BoundedChannel<>(new SegmentQueue<>(), capacity, 1)
        : new BoundedChannel<>(SegmentQueue.busy(), capacity, BATCH);
  }

  /** {@code batch} is how many permits the consumer collects; 1 means that it doesn't. */
  BoundedChannel(SegmentQueue<T> queue, int capacity, int batch) {
    super(queue);
    this.collected = batch > 1 ? Collected.of(this, batch) : null;
    this.permits = new Permits(capacity);
    this.capacity = capacity;
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

  /** How much room is free; a snapshot. */
  int available() {
    return permits.available() + (collected == null ? 0 : collected.count());
  }

  /** Takes room for one message if there is some and nobody waits for it. */
  boolean tryAcquire() {
    if (permits.tryAcquire(1)) {
      return true;
    }
    giveBackCollected();
    return permits.tryAcquire(1);
  }

  /** Gives back a permit that wasn't used. */
  void giveBack() {
    giveBack(1);
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
    PollContext task = cx != null && collected != null ? PollContext.of(cx) : null;
    if (task == null || collected == null) {
      permits.release(1);
    } else {
      collected.add(task);
    }
  }

  private void giveBackCollected() {
    if (collected != null) {
      collected.giveBack();
    }
  }

  /** Gives back what the consumer has collected. */
  void giveBack(int count) {
    permits.release(count);
    wakeIfRefusing();
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

  /**
   * One send: takes a permit and uses it. What it needs to wait for one is made where it has to.
   */
  static final class Send<T> extends LeafFuture<Void> {

    private final BoundedChannel<T> channel;
    private final T message;
    private @Nullable Room<T> room;

    Send(BoundedChannel<T> channel, T message) {
      this.channel = channel;
      this.message = message;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws Exception {
      Room<T> waiting = room;
      if (waiting == null && channel.permits.tryAcquire(1)) {
        channel.put(message);
        return null;
      }
      if (waiting == null) {
        waiting = new Room<>(channel);
        room = waiting;
      }
      if (waiting.pollRaw(cx) == PENDING) {
        return PENDING;
      }
      channel.put(message);
      return null;
    }

    @Override
    protected boolean cancelLeaf() {
      return room == null || room.cancel();
    }
  }

  /** A place in the line of those who wait for a permit. */
  abstract static class Place<T, R> extends Acquire<R> {

    final BoundedChannel<T> channel;

    Place(BoundedChannel<T> channel) {
      super(channel.permits, 1);
      this.channel = channel;
    }

    @Override
    protected final ClosedException refused() {
      return Tx.refused();
    }

    @Override
    protected final void queueing() {
      channel.giveBackCollected();
    }

    @Override
    protected final void cancelled() {
      channel.wakeIfRefusing();
    }
  }

  /** That of a send. */
  private static final class Room<T> extends Place<T, Boolean> {

    Room(BoundedChannel<T> channel) {
      super(channel);
    }

    @Override
    protected Boolean acquired() {
      return true;
    }
  }

  /** One reservation. */
  static final class Reserve<T> extends Place<T, Mpsc.Permit<T>> {

    Reserve(BoundedChannel<T> channel) {
      super(channel);
    }

    @Override
    protected Mpsc.Permit<T> acquired() {
      return new SendPermit<>(channel);
    }
  }
}
