package dev.weft.signal;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.CloseFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.stream.AsyncStream;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Signals as they come, each by its name without "SIG". It listens from the moment when it is made
 * until it is closed, which is also its end; see {@link Signals#on}.
 *
 * <p>Up to 1,024 signals are kept for a consumer that is slow; what comes beyond is dropped. The
 * system itself may take several signals in quick succession for one.
 *
 * <p><em>Threads:</em> one consumer at a time. Closing is for any task.
 */
public final class SignalStream implements AsyncStream<String>, AsyncCloseable {

  /*
   * The consumer stores its waker and then looks at the queue and at `closed`; a signal or a close
   * changes these and then looks at the waker. All are volatile, so one of them sees the other.
   */

  private static final int MOST_KEPT = 1024;

  private final SignalRegistry registry;
  private final List<String> names;
  private final Queue<String> pending = new ConcurrentLinkedQueue<>();
  private final AtomicInteger kept = new AtomicInteger();
  private volatile @Nullable Waker waker;
  private volatile boolean closed;

  SignalStream(SignalRegistry registry, List<String> names) {
    this.registry = registry;
    this.names = names;
  }

  /** Begins to listen. */
  SignalStream started() {
    registry.add(names, this);
    return this;
  }

  void occurred(String name) {
    if (kept.incrementAndGet() > MOST_KEPT) {
      kept.decrementAndGet();
    } else {
      pending.add(name);
    }
    wake();
  }

  private void wake() {
    Waker waiting = waker;
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  public @Nullable Object pollNext(Context cx) {
    Object next = take();
    if (next == RawFuture.PENDING) {
      waker = cx.waker();
      next = take();
    }
    if (next != RawFuture.PENDING) {
      waker = null;
    }
    return next;
  }

  private @Nullable Object take() {
    boolean ended = closed; // Before the look at the queue, to which nothing is added afterwards.
    String name = pending.poll();
    if (name != null) {
      kept.decrementAndGet();
      return name;
    }
    return ended ? null : RawFuture.PENDING;
  }

  @Override
  public boolean cancelNext() {
    waker = null;
    return true;
  }

  /**
   * Stops listening. If nobody else listens to a signal, what was to happen at it before happens
   * again. Signals that had come are still there, then the stream ends.
   *
   * @return is done at once
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(this::closeNow);
  }

  void closeNow() {
    registry.remove(names, this);
    closed = true;
    wake();
  }

  @Override
  public String toString() {
    return "SignalStream" + names;
  }
}
