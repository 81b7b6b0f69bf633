package dev.weft.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the senders and receivers of a watch share. */
final class WatchState<T> {

  /*
   * State: `newest`, the value with its number, changed by CAS and never back; `senders`, which doesn't
   * rise from 0; `receivers`, which may. The numbers of two values differ, so that a receiver knows by its
   * number alone whether it has seen a value.
   *
   * Ordering: each is written before its Notify announces the change, see Until. The end is announced by
   * the same Notify as values: a receiver first looks at the senders and then at the value, so that a
   * value which was sent before the last sender closed is seen before the end.
   */

  /** A value and its number. */
  record Version<T>(T value, long number) {}

  final Notify changes = new Notify();
  final Notify departures = new Notify();

  private volatile Version<T> newest;
  private volatile int senders = 1;
  private volatile int receivers = 1;

  WatchState(T initial) {
    newest = new Version<>(Objects.requireNonNull(initial, "initial"), 1);
  }

  Version<T> newest() {
    return newest;
  }

  boolean isEnded() {
    return senders == 0;
  }

  int receivers() {
    return receivers;
  }

  /** Replaces the value by what the function makes of it; the old version, or null if unchanged. */
  @Nullable Version<T> change(UnaryOperator<T> change, boolean evenIfSame) {
    while (true) {
      Version<T> now = newest;
      T next = Objects.requireNonNull(change.apply(now.value()), "the new value");
      if (next == now.value() && !evenIfSame) {
        return null;
      }
      if (NEWEST.compareAndSet(this, now, new Version<>(next, now.number() + 1))) {
        changes.notifyWaiters();
        return now;
      }
    }
  }

  void addSender() {
    int now = senders;
    while (now > 0) {
      if (SENDERS.compareAndSet(this, now, now + 1)) {
        return;
      }
      now = senders;
    }
    throw WatchSender.ended();
  }

  void removeSender() {
    if ((int) SENDERS.getAndAdd(this, -1) == 1) {
      changes.notifyWaiters();
    }
  }

  void addReceiver() {
    RECEIVERS.getAndAdd(this, 1);
  }

  void removeReceiver() {
    if ((int) RECEIVERS.getAndAdd(this, -1) == 1) {
      departures.notifyWaiters();
    }
  }

  private static final VarHandle NEWEST;
  private static final VarHandle SENDERS;
  private static final VarHandle RECEIVERS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEWEST = lookup.findVarHandle(WatchState.class, "newest", Version.class);
      SENDERS = lookup.findVarHandle(WatchState.class, "senders", int.class);
      RECEIVERS = lookup.findVarHandle(WatchState.class, "receivers", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
