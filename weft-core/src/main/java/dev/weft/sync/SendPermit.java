package dev.weft.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/** Room for one message. */
final class SendPermit<T> implements Mpsc.Permit<T> {

  // false -> true by CAS, when it is used or closed: whoever does it has the permit to spend.
  private volatile boolean spent;
  private final BoundedChannel<T> channel;

  SendPermit(BoundedChannel<T> channel) {
    this.channel = channel;
  }

  @Override
  public void send(T message) {
    Objects.requireNonNull(message, "message");
    if (!SPENT.compareAndSet(this, false, true)) {
      throw new IllegalStateException(
          "A permit of a channel was used or closed before; it is good for one message.");
    }
    channel.putReserved(message);
  }

  @Override
  public void close() {
    if (SPENT.compareAndSet(this, false, true)) {
      channel.giveBack();
    }
  }

  @Override
  public String toString() {
    return spent ? "Permit[spent]" : "Permit[]";
  }

  private static final VarHandle SPENT;

  static {
    try {
      SPENT = MethodHandles.lookup().findVarHandle(SendPermit.class, "spent", boolean.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
