package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** One of the senders of a channel: its own open or closed state. */
abstract class Tx<T> implements Mpsc.Sender<T> {

  // false -> true by CAS: each sender leaves the count once. A send that races with the close of
  // its own
  // sender may still succeed; that it isn't lost is decided by the channel.
  private volatile boolean closed;
  private final Senders common;

  Tx(Senders common) {
    this.common = common;
  }

  /** Whether sending has a chance; the channel itself has the last word. */
  final boolean isOpen() {
    return !closed && !common.isRefusing();
  }

  /** Whether this sender itself was closed, without a look at what others write all the time. */
  final boolean isEnded() {
    return closed;
  }

  @Override
  public final Future<Void> closed() {
    return common.closed();
  }

  @Override
  public final boolean isClosed() {
    return !isOpen();
  }

  @Override
  public final void close() {
    if (CLOSED.compareAndSet(this, false, true)) {
      common.removeSender();
    }
  }

  final void countCopy() {
    if (closed || !common.tryAddSender()) {
      throw noCopy();
    }
  }

  private static IllegalStateException noCopy() {
    return new IllegalStateException(
        "A sender that was closed can't be copied; copy it while it is open.");
  }

  static ClosedException refused() {
    return new ClosedException("The channel was closed; it takes no more messages.");
  }

  /** A future that fails as sends to a closed channel do. */
  static final class Refused<R extends @Nullable Object> extends LeafFuture<R> {

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws ClosedException {
      throw refused();
    }
  }

  private static final VarHandle CLOSED;

  static {
    try {
      CLOSED = MethodHandles.lookup().findVarHandle(Tx.class, "closed", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
