package dev.weft.sync;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** One send into a bounded channel. What it needs to wait for room is made where it has to. */
final class BoundedSend<T> extends LeafFuture<Void> {

  /*
   * The channel or, once this has had to wait, the place in its line, which knows the channel. One field
   * for both, as there is one of these objects for each message: 24 bytes in place of 32.
   */
  private Object target;

  private final T message;

  BoundedSend(BoundedChannel<T> channel, T message) {
    this.target = channel;
    this.message = message;
  }

  @Override
  @SuppressWarnings("unchecked") // it was made with a channel of T
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (target instanceof BoundedChannel<?> channel) {
      if (((BoundedChannel<T>) channel).tryPut(message)) {
        return null;
      }
      target = new Place.Room<>(channel);
    }
    var waiting = (Place.Room<T>) target;
    if (waiting.pollRaw(cx) == PENDING) {
      return PENDING;
    }
    waiting.channel.putReserved(message);
    return null;
  }

  @Override
  protected boolean cancelLeaf() {
    return !(target instanceof Place.Room<?> waiting) || waiting.cancel();
  }
}
