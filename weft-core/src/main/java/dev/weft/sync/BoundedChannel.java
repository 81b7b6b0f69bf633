package dev.weft.sync;

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
   */

  final Permits permits;
  final int capacity;

  BoundedChannel(SegmentQueue<T> queue, int capacity) {
    super(queue);
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
  Object next() {
    Object message = queue.poll();
    if (message != SegmentQueue.EMPTY) {
      permits.release(1);
      return message;
    }
    return permits.isClosedWith(capacity) ? SegmentQueue.CLOSED : SegmentQueue.EMPTY;
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
    // The number of free permits first: it only grows, so that the sum can't be too large.
    return permits.isClosed() && permits.available() + queue.size() == capacity;
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
