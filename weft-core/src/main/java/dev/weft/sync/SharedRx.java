package dev.weft.sync;

import dev.weft.Future;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A receiver of a channel with many. */
final class SharedRx<T> implements Mpmc.Receiver<T> {

  private final SharedChannel<T> channel;
  private final AtomicBoolean closed = new AtomicBoolean();

  SharedRx(SharedChannel<T> channel) {
    this.channel = channel;
  }

  @Override
  public Future<@Nullable T> recv() {
    return new SharedRecv.One<>(channel);
  }

  @Override
  public Future<Integer> recvMany(Collection<? super T> target, int limit) {
    Objects.requireNonNull(target, "target");
    if (limit < 0) {
      throw new IllegalArgumentException(
          "The limit of recvMany is " + limit + "; it must be 0 or more.");
    }
    return new SharedRecv.Many<>(channel, target, limit);
  }

  @Override
  @SuppressWarnings("unchecked") // what isn't a mark was sent as a T
  public TryRecv<T> tryRecv() {
    Object next = channel.tryTake();
    if (next == SegmentQueue.EMPTY) {
      return TryRecv.Empty.instance();
    }
    return next == SegmentQueue.CLOSED
        ? TryRecv.Closed.instance()
        : new TryRecv.Received<>((T) next);
  }

  @Override
  public int size() {
    return channel.size();
  }

  @Override
  public boolean isClosed() {
    return channel.isFinished();
  }

  @Override
  public Mpmc.Receiver<T> copy() {
    if (closed.get() || !channel.tryAddReceiver()) {
      throw new IllegalStateException(
          "A receiver that was closed can't be copied; copy it while it is open.");
    }
    return new SharedRx<>(channel);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      channel.removeReceiver();
    }
  }

  @Override
  public String toString() {
    return channel.isRefusing() ? "Receiver[closed]" : "Receiver[open]";
  }
}
