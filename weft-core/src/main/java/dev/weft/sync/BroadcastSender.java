package dev.weft.sync;

import dev.weft.Future;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A sender of a broadcast. */
final class BroadcastSender<T> implements Broadcast.Sender<T> {

  private final BroadcastRing<T> ring;
  private final AtomicBoolean closed = new AtomicBoolean();

  BroadcastSender(BroadcastRing<T> ring) {
    this.ring = ring;
  }

  @Override
  public int send(T message) {
    Objects.requireNonNull(message, "message");
    checkOpen();
    return ring.send(message);
  }

  @Override
  public Broadcast.Receiver<T> subscribe() {
    return new BroadcastReceiver<>(ring, ring.addReceiver());
  }

  @Override
  public Future<Void> closed() {
    return new NobodyReceives(ring);
  }

  @Override
  public int receiverCount() {
    return ring.receivers();
  }

  @Override
  public Broadcast.Sender<T> copy() {
    checkOpen();
    ring.addSender();
    return new BroadcastSender<>(ring);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      ring.removeSender();
    }
  }

  private void checkOpen() {
    if (closed.get()) {
      throw ended();
    }
  }

  static IllegalStateException ended() {
    return new IllegalStateException(
        "The sender of a broadcast was closed; it neither sends nor can be copied any more.");
  }

  @Override
  public String toString() {
    return closed.get() ? "Broadcast.Sender[closed]" : "Broadcast.Sender[open]";
  }

  private static final class NobodyReceives extends Until<Void> {

    private final BroadcastRing<?> ring;

    NobodyReceives(BroadcastRing<?> ring) {
      super(ring.departures);
      this.ring = ring;
    }

    @Override
    @Nullable Object look() {
      return ring.receivers() == 0 ? null : PENDING;
    }
  }
}
