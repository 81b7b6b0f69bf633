package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Future;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** What the two kinds of channel have in common: the messages, who waits, and how many send. */
abstract class Channel<T> {

  /*
   * Ownership: the consumer is whoever uses the receiver. `senders` counts open senders and is changed
   * by compare-and-set; it never rises from 0, so that exactly one close is the last.
   *
   * `closing` is there from the first time on that somebody wants to know of the close. It is written
   * before that one looks whether the channel is closed, and read after the closing: one sees the other.
   */

  private volatile @Nullable Notify closing;
  private volatile int senders = 1;

  // ---- for the consumer

  /**
   * Looks for the next message and registers for it if there is none: the message, null at the end,
   * or PENDING.
   */
  abstract @Nullable Object pollRecv(Context cx);

  /** Forgets what {@link #pollRecv} registered. */
  abstract void cancelRecv();

  /** The next message if it is there; {@code cx} is the context of its poll, if it is in one. */
  abstract @Nullable Object take(@Nullable Context cx);

  /** The next message, EMPTY or CLOSED, as in {@link SegmentQueue}. */
  abstract Object tryTake();

  /** How many messages are in the channel. */
  abstract int size();

  /** Whether nothing can be added any more. */
  abstract boolean isFinished();

  // ---- for all

  /** From now on nothing new may be sent; wakes who waits to send or to receive. */
  abstract void refuse();

  abstract boolean isRefusing();

  final void close() {
    refuse();
    Notify waiting = closing;
    if (waiting != null) {
      waiting.notifyWaiters();
    }
  }

  /** Completes when nothing new may be sent any more. */
  final Future<Void> closed() {
    Notify waiting = closing;
    if (waiting == null) {
      var added = new Notify();
      waiting = (Notify) CLOSING.compareAndExchange(this, null, added);
      if (waiting == null) {
        waiting = added;
      }
    }
    if (isRefusing()) {
      waiting.notifyWaiters();
    }
    return waiting.everNotified();
  }

  final void addSender() {
    int now = senders;
    while (now > 0) {
      if (SENDERS.compareAndSet(this, now, now + 1)) {
        return;
      }
      now = senders;
    }
    throw Tx.noCopy();
  }

  final void removeSender() {
    if ((int) SENDERS.getAndAdd(this, -1) == 1) {
      close();
    }
  }

  private static final VarHandle SENDERS;
  private static final VarHandle CLOSING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SENDERS = lookup.findVarHandle(Channel.class, "senders", int.class);
      CLOSING = lookup.findVarHandle(Channel.class, "closing", Notify.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
