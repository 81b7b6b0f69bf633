package dev.weft.sync;

import dev.weft.Context;
import org.jspecify.annotations.Nullable;

/** A place in the line of those who wait for room in a bounded channel. */
abstract class Place<T, R> extends WaitNode<R> {

  /*
   * State, written inside the channel's monitor except by the owner when nobody else knows it:
   *   NEW    -> QUEUED   first poll, no room
   *   QUEUED -> GRANTED  room is reserved for it; its own until it is polled or cancelled
   *   QUEUED -> REFUSED  closed
   *   QUEUED, GRANTED -> NEW  cancelled; it holds nothing
   */
  static final int NEW = 0;
  static final int QUEUED = 1;
  static final int GRANTED = 2;
  static final int REFUSED = 3;

  final BoundedChannel<T> channel;
  volatile int status;

  Place(BoundedChannel<T> channel) {
    this.channel = channel;
  }

  /** The result, once the room belongs to this wait. */
  abstract R granted();

  @Override
  protected final @Nullable Object pollLeaf(Context cx) throws ClosedException {
    return switch (channel.pollPlace(this, cx.waker())) {
      case GRANTED -> granted();
      case REFUSED -> throw Tx.refused();
      default -> PENDING;
    };
  }

  @Override
  protected final boolean cancelLeaf() {
    channel.cancelPlace(this);
    return true;
  }

  /** That of a send. */
  static final class Room<T> extends Place<T, Boolean> {

    Room(BoundedChannel<T> channel) {
      super(channel);
    }

    @Override
    Boolean granted() {
      return true;
    }
  }

  /** One reservation. */
  static final class Reserve<T> extends Place<T, Mpsc.Permit<T>> {

    Reserve(BoundedChannel<T> channel) {
      super(channel);
    }

    @Override
    Mpsc.Permit<T> granted() {
      return channel.permit();
    }
  }
}
