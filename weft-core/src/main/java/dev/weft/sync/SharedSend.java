package dev.weft.sync;

import dev.weft.Context;
import org.jspecify.annotations.Nullable;

/** One send into a channel with many receivers. */
final class SharedSend<T> extends WaitNode<Void> {

  /*
   * State, under the channel's lock:
   *   NEW    -> QUEUED   no room
   *   QUEUED -> GRANTED  it has room; its own until it is polled or cancelled
   *   QUEUED -> REFUSED  closed
   *   NEW, QUEUED, GRANTED -> TAKEN  the message is in the channel, or with a receiver
   */
  static final int NEW = 0;
  static final int QUEUED = 1;
  static final int GRANTED = 2;
  static final int REFUSED = 3;
  static final int TAKEN = 4;

  final T message;
  int status;
  private final SharedChannel<T> channel;

  SharedSend(SharedChannel<T> channel, T message) {
    this.channel = channel;
    this.message = message;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws ClosedException {
    return switch (channel.pollSend(this, cx.waker())) {
      case TAKEN -> null;
      case REFUSED -> throw Tx.refused();
      default -> PENDING;
    };
  }

  @Override
  protected boolean cancelLeaf() {
    return channel.cancelSend(this);
  }

  @Override
  public String toString() {
    return "send";
  }
}
