package dev.weft.sync;

import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.sync.Broadcast.Received;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A receiver of a broadcast. */
final class BroadcastReceiver<T> implements Broadcast.Receiver<T> {

  private final BroadcastRing<T> ring;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile long next; // the owner writes; a close only reads what it may say of it

  BroadcastReceiver(BroadcastRing<T> ring, long next) {
    this.ring = ring;
    this.next = next;
  }

  @Override
  public Future<@Nullable Received<T>> recv() {
    return new Recv<>(this);
  }

  @Override
  @SuppressWarnings("unchecked") // take() answers with a Received<T> or a mark
  public TryRecv<Received<T>> tryRecv() {
    Object answer = take();
    if (answer == LeafFuture.PENDING) {
      return TryRecv.Empty.instance();
    }
    return answer == null
        ? TryRecv.Closed.instance()
        : new TryRecv.Received<>((Received<T>) answer);
  }

  @Override
  public @Nullable Received<T> blockingRecv() throws InterruptedException {
    return Blocking.unfailing(recv());
  }

  /** What comes next, null at the end, or PENDING. */
  private @Nullable Object take() {
    if (closed.get()) {
      return null;
    }
    boolean ended = ring.isEnded(); // first: what was sent before the end comes first
    long wanted = next;
    if (wanted == ring.tail()) {
      return ended ? null : LeafFuture.PENDING;
    }
    BroadcastRing.Entry<T> entry = ring.entry(wanted);
    if (entry != null && entry.number() == wanted) {
      next = wanted + 1;
      return entry.message();
    }
    return skip(wanted, entry);
  }

  private Object skip(long wanted, BroadcastRing.@Nullable Entry<T> later) {
    long end = ring.tail();
    if (later != null) {
      end = Math.max(end, later.number() + 1);
    }
    long oldest = end - ring.capacity;
    next = oldest;
    return new Broadcast.Lagged<T>(oldest - wanted);
  }

  @Override
  public int size() {
    return closed.get() ? 0 : (int) Math.min(ring.tail() - next, ring.capacity);
  }

  @Override
  public Broadcast.Receiver<T> resubscribe() {
    return new BroadcastReceiver<>(ring, ring.addReceiver());
  }

  @Override
  public boolean isClosed() {
    return ring.isEnded();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      ring.removeReceiver();
    }
  }

  @Override
  public String toString() {
    return "Broadcast.Receiver[" + size() + (closed.get() ? ", closed]" : "]");
  }

  private static final class Recv<T> extends Until<@Nullable Received<T>> {

    private final BroadcastReceiver<T> receiver;

    Recv(BroadcastReceiver<T> receiver) {
      super(receiver.ring.arrivals);
      this.receiver = receiver;
    }

    @Override
    @Nullable Object look() {
      return receiver.take();
    }
  }
}
