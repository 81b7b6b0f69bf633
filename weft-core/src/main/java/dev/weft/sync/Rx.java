package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The receiver of a channel of either kind. */
final class Rx<T> implements Mpsc.Receiver<T> {

  private final Channel<T> channel;

  Rx(Channel<T> channel) {
    this.channel = channel;
  }

  @Override
  public Future<@Nullable T> recv() {
    return new Recv<>(this);
  }

  @Override
  public Future<Integer> recvMany(Collection<? super T> target, int limit) {
    Objects.requireNonNull(target, "target");
    if (limit < 0) {
      throw new IllegalArgumentException(
          "The limit of recvMany is " + limit + "; it must be 0 or more.");
    }
    return new RecvMany<>(this, target, limit);
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
  public @Nullable Object pollRecv(Context cx) {
    return channel.pollRecv(cx);
  }

  @Override
  public void cancelRecv() {
    channel.cancelRecv();
  }

  @Override
  public void close() {
    channel.close();
  }

  @Override
  public boolean isClosed() {
    return channel.isFinished();
  }

  @Override
  public int size() {
    return channel.size();
  }

  @Override
  public String toString() {
    return channel.isRefusing() ? "Receiver[closed]" : "Receiver[open]";
  }

  private static final class Recv<T> extends LeafFuture<@Nullable T> {

    private final Rx<T> receiver;
    private boolean waits; // so that one that was never polled, as in a select, has nothing to undo

    Recv(Rx<T> receiver) {
      this.receiver = receiver;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      Object message = receiver.pollRecv(cx);
      waits = message == PENDING;
      return message;
    }

    @Override
    protected @Nullable Object tryLeaf(Context cx) {
      return receiver.channel.tryRecv(cx);
    }

    @Override
    protected boolean cancelLeaf() {
      if (waits) {
        receiver.cancelRecv();
      }
      return true;
    }
  }

  private static final class RecvMany<T> extends LeafFuture<Integer> {

    private final Rx<T> receiver;
    private final Collection<? super T> target;
    private final int limit;

    RecvMany(Rx<T> receiver, Collection<? super T> target, int limit) {
      this.receiver = receiver;
      this.target = target;
      this.limit = limit;
    }

    @Override
    @SuppressWarnings("unchecked") // what isn't a mark was sent as a T
    protected Object pollLeaf(Context cx) {
      if (limit == 0) {
        return 0;
      }
      Object next = receiver.pollRecv(cx);
      if (next == PENDING) {
        return PENDING;
      }
      int count = 0;
      while (next != null) {
        target.add((T) next);
        count++;
        next = count == limit ? null : receiver.channel.take(cx);
      }
      return count;
    }

    @Override
    protected boolean cancelLeaf() {
      receiver.cancelRecv();
      return true;
    }
  }
}
