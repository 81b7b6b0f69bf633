package dev.weft.sync;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** One send into a bounded channel. What it needs to wait for room is made where it has to. */
final class BoundedSend<T> extends LeafFuture<Void> {

  private final BoundedChannel<T> channel;
  private final T message;
  private Place.@Nullable Room<T> room;

  BoundedSend(BoundedChannel<T> channel, T message) {
    this.channel = channel;
    this.message = message;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    Place.Room<T> waiting = room;
    if (waiting == null) {
      if (channel.tryPut(message)) {
        return null;
      }
      waiting = new Place.Room<>(channel);
      room = waiting;
    }
    if (waiting.pollRaw(cx) == PENDING) {
      return PENDING;
    }
    channel.putReserved(message);
    return null;
  }

  @Override
  protected boolean cancelLeaf() {
    return room == null || room.cancel();
  }
}
