package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A sender of an unbounded channel. */
final class UnboundedTx<T> extends Tx<T> {

  private final UnboundedChannel<T> channel;

  UnboundedTx(UnboundedChannel<T> channel) {
    super(channel);
    this.channel = channel;
  }

  @Override
  public Future<Void> send(T message) {
    Objects.requireNonNull(message, "message");
    return isOpen() ? new Send<>(channel, message) : new Refused<>();
  }

  @Override
  public TrySend<T> trySend(T message) {
    Objects.requireNonNull(message, "message");
    return isOpen() && channel.put(message)
        ? TrySend.Sent.instance()
        : new TrySend.Closed<>(message);
  }

  @Override
  public Mpsc.Sender<T> copy() {
    countCopy();
    return new UnboundedTx<>(channel);
  }

  @Override
  public Mpsc.WeakSender<Mpsc.Sender<T>> downgrade() {
    return new WeakTx<>(channel, () -> new UnboundedTx<>(channel));
  }

  @Override
  public String toString() {
    return isOpen() ? "UnboundedSender[open]" : "UnboundedSender[closed]";
  }

  private static final class Send<T> extends LeafFuture<Void> {

    private final UnboundedChannel<T> channel;
    private final T message;

    Send(UnboundedChannel<T> channel, T message) {
      this.channel = channel;
      this.message = message;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws ClosedException {
      if (!channel.put(message)) {
        throw refused();
      }
      return null;
    }
  }
}
