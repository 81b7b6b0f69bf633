package dev.weft.sync;

import dev.weft.Context;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** One receive from a channel with many receivers. */
abstract class SharedRecv<T, R extends @Nullable Object> extends WaitNode<R> {

  /*
   * State, under the channel's lock:
   *   NEW      -> QUEUED    nothing is there for it
   *   QUEUED   -> PROMISED  a message is there; it takes one at its next poll
   *   PROMISED -> QUEUED    a send has taken its message back; first in line
   *   QUEUED   -> ENDED     closed, and nothing is left
   */
  static final int NEW = 0;
  static final int QUEUED = 1;
  static final int PROMISED = 2;
  static final int ENDED = 3;

  final SharedChannel<T> channel;
  int status;

  SharedRecv(SharedChannel<T> channel) {
    this.channel = channel;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) {
    return channel.pollRecv(this, cx.waker());
  }

  @Override
  protected final boolean cancelLeaf() {
    channel.cancelRecv(this);
    return true;
  }

  /** That of one message. */
  static final class One<T> extends SharedRecv<T, @Nullable T> {

    One(SharedChannel<T> channel) {
      super(channel);
    }

    @Override
    public String toString() {
      return "recv";
    }
  }

  /** That of several. */
  static final class Many<T> extends SharedRecv<T, Integer> {

    private final Collection<? super T> target;
    private final int limit;

    Many(SharedChannel<T> channel, Collection<? super T> target, int limit) {
      super(channel);
      this.target = target;
      this.limit = limit;
    }

    @Override
    @SuppressWarnings("unchecked") // what isn't a mark was sent as a T
    protected @Nullable Object pollLeaf(Context cx) {
      if (limit == 0) {
        return 0;
      }
      Object next = super.pollLeaf(cx);
      if (next == PENDING) {
        return PENDING;
      }
      int count = 0;
      while (next != null && next != SegmentQueue.EMPTY && next != SegmentQueue.CLOSED) {
        target.add((T) next);
        count++;
        next = count == limit ? null : channel.tryTake();
      }
      return count;
    }

    @Override
    public String toString() {
      return "recvMany";
    }
  }
}
