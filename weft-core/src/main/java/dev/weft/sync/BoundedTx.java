package dev.weft.sync;

import dev.weft.Future;
import java.util.Objects;
import java.util.Optional;

/** A sender of a bounded channel. */
final class BoundedTx<T> extends Tx<T> implements Mpsc.BoundedSender<T> {

  private final BoundedChannel<T> channel;

  BoundedTx(BoundedChannel<T> channel) {
    super(channel);
    this.channel = channel;
  }

  @Override
  public Future<Void> send(T message) {
    Objects.requireNonNull(message, "message");
    return isEnded() ? new Refused<>() : new BoundedSend<>(channel, message);
  }

  @Override
  public TrySend<T> trySend(T message) {
    Objects.requireNonNull(message, "message");
    if (!isEnded() && channel.tryPut(message)) {
      return TrySend.Sent.instance();
    }
    return isOpen() ? new TrySend.Full<>(message) : new TrySend.Closed<>(message);
  }

  @Override
  public Future<Mpsc.Permit<T>> reserve() {
    return isOpen() ? new Place.Reserve<>(channel) : new Refused<>();
  }

  @Override
  public Optional<Mpsc.Permit<T>> tryReserve() {
    return !isEnded() && channel.tryReserve() ? Optional.of(channel.permit()) : Optional.empty();
  }

  @Override
  public int capacity() {
    return channel.available();
  }

  @Override
  public int maxCapacity() {
    return channel.capacity;
  }

  @Override
  public Mpsc.BoundedSender<T> copy() {
    countCopy();
    return new BoundedTx<>(channel);
  }

  @Override
  public Mpsc.WeakSender<Mpsc.BoundedSender<T>> downgrade() {
    return new WeakTx<>(channel, () -> new BoundedTx<>(channel));
  }

  @Override
  public String toString() {
    return "BoundedSender[" + capacity() + " of " + maxCapacity() + " free]";
  }
}
