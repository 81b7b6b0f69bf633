package dev.weft.sync;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import java.util.function.Supplier;

/** One waiter of a model: its future, what it got, and whether it was woken since it asked. */
final class Slot<T> {

  private final Supplier<Future<T>> source;
  private Future<T> future;
  private T value;
  private boolean held;
  private boolean asked; // the last poll was pending
  private volatile boolean woken;

  Slot(Supplier<Future<T>> source) {
    this.source = source;
  }

  /** Creates the future without a poll, where that moment counts. */
  void create() {
    if (future == null && !held) {
      future = source.get();
    }
  }

  boolean isWaiting() {
    return future != null;
  }

  /** Whether it waits and nobody has woken it. */
  boolean isAsleep() {
    return asked && !woken;
  }

  boolean isHeld() {
    return held;
  }

  /** Polls once and keeps what came. */
  String poll() {
    if (held) {
      return "held";
    }
    create();
    asked = false;
    woken = false;
    try {
      if (future.poll(Context.of(() -> woken = true)) instanceof Poll.Ready<T>(T ready)) {
        future = null;
        value = ready;
        held = true;
        return "ready " + (ready instanceof Integer ? ready : "");
      }
      asked = true;
      return "pending";
    } catch (Exception failure) {
      future = null;
      return failure.getClass().getSimpleName();
    }
  }

  void cancel() {
    if (!tryCancel()) {
      throw new AssertionError(future + " isn't released by its cancel");
    }
  }

  /** Gives up; false if it has to be polled to its end instead. */
  boolean tryCancel() {
    if (future != null) {
      if (!future.cancel()) {
        return false;
      }
      future = null;
      asked = false;
    }
    return true;
  }

  /** What was kept; the slot is free afterwards. Null if nothing was. */
  T take() {
    T taken = value;
    value = null;
    held = false;
    return taken;
  }

  /** At rest: a wait that could go on has been woken. */
  void checkWoken(String name) {
    if (asked && !woken) {
      String now = poll();
      if (!now.equals("pending")) {
        throw new AssertionError(name + " waits for ever: nobody woke it, and a poll is " + now);
      }
    }
  }
}
