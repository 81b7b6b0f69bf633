package dev.weft.sync;

import dev.weft.Future;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A channel as its senders see it: how many they are, and whether it still takes messages. */
abstract class Senders {

  /*
   * Ownership: `senders` counts open senders and is changed by compare-and-set; it never rises from 0, so
   * that exactly one close is the last.
   *
   * `closing` is there from the first time on that somebody wants to know of the close. It is written
   * before that one looks whether the channel is closed, and read after the closing: one sees the other.
   */

  private volatile @Nullable Notify closing;
  private volatile int senders = 1;

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

  /** Counts another sender, unless the last one was closed. */
  final boolean tryAddSender() {
    int now = senders;
    while (now > 0) {
      if (SENDERS.compareAndSet(this, now, now + 1)) {
        return true;
      }
      now = senders;
    }
    return false;
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
      SENDERS = lookup.findVarHandle(Senders.class, "senders", int.class);
      CLOSING = lookup.findVarHandle(Senders.class, "closing", Notify.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
