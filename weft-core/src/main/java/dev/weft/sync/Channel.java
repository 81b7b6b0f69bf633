package dev.weft.sync;

import dev.weft.Context;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** What the two kinds of channel have in common: the messages, who waits, and how many send. */
abstract class Channel<T> {

  /*
   * Ownership: the queue's consumer is whoever uses the receiver. `senders` counts open senders and is
   * changed by CAS; it never rises from 0, so that exactly one close is the last.
   *
   * Ordering: a message, and every change after which the end may have come, is published before
   * `receiving` is woken; see WakerSlot.
   */

  final SegmentQueue<T> queue;
  final WakerSlot receiving = new WakerSlot();
  final Notify closing = new Notify();
  private volatile int senders = 1;

  Channel(SegmentQueue<T> queue) {
    this.queue = queue;
  }

  /**
   * The next message, EMPTY or CLOSED, as in {@link SegmentQueue}. For the consumer; {@code cx} is
   * the context of its poll, if it is in one.
   */
  abstract Object next(@Nullable Context cx);

  /** From now on nothing new may be sent. */
  abstract void refuse();

  abstract boolean isRefusing();

  /** Whether nothing can be added any more. For the consumer. */
  abstract boolean isFinished();

  final void close() {
    refuse();
    closing.notifyWaiters();
    receiving.wake();
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

  static {
    try {
      SENDERS = MethodHandles.lookup().findVarHandle(Channel.class, "senders", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
