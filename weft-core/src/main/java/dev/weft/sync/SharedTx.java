package dev.weft.sync;

import dev.weft.Future;
import java.util.Objects;

/** A sender of a channel with many receivers. */
final class SharedTx<T> extends Tx<T> {

  private final SharedChannel<T> channel;

  SharedTx(SharedChannel<T> channel) {
    super(channel);
    this.channel = channel;
  }

  @Override
  public Future<Void> send(T message) {
    Objects.requireNonNull(message, "message");
    return isOpen() ? new SharedSend<>(channel, message) : new Refused<>();
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
  public Mpsc.Sender<T> copy() {
    countCopy();
    return new SharedTx<>(channel);
  }

  @Override
  public Mpsc.WeakSender<Mpsc.Sender<T>> downgrade() {
    return new WeakTx<>(channel, () -> new SharedTx<>(channel));
  }

  @Override
  public String toString() {
    return isOpen() ? "Sender[open]" : "Sender[closed]";
  }
}
