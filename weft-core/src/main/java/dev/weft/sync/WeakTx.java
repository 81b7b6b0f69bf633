package dev.weft.sync;

import java.util.Optional;
import java.util.function.Supplier;

/** What makes senders of a channel without being one. */
final class WeakTx<S extends Mpsc.Sender<?>> implements Mpsc.WeakSender<S> {

  private final Senders channel;
  private final Supplier<S> counted; // makes a sender that has been counted

  WeakTx(Senders channel, Supplier<S> counted) {
    this.channel = channel;
    this.counted = counted;
  }

  @Override
  public Optional<S> upgrade() {
    return channel.tryAddSender() ? Optional.of(counted.get()) : Optional.empty();
  }

  @Override
  public String toString() {
    return "WeakSender";
  }
}
