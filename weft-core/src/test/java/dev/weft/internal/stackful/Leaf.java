package dev.weft.internal.stackful;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import java.util.concurrent.atomic.AtomicReference;

/** A leaf that a test completes, from any thread, or that completes by itself after some polls. */
final class Leaf<T> extends LeafFuture<T> {

  private static final Object OPEN = new Object();

  private final AtomicReference<Object> value = new AtomicReference<>(OPEN);
  private final String name;
  private volatile Throwable failure;
  private volatile Waker waker;
  private int pendingPolls = -1;
  private Object later;
  private volatile int polls;
  private volatile boolean cancelled;

  Leaf(String name) {
    this.name = name;
  }

  static <T> Leaf<T> ready(T value) {
    return after(0, value);
  }

  /** Pends for so many polls, waking at once each time, and then yields the value. */
  static <T> Leaf<T> after(int polls, T value) {
    var leaf = new Leaf<T>("after " + polls);
    leaf.pendingPolls = polls;
    leaf.later = value;
    return leaf;
  }

  static <T> Leaf<T> failing(int polls, Throwable failure) {
    Leaf<T> leaf = after(polls, null);
    leaf.failure = failure;
    return leaf;
  }

  void complete(T result) {
    value.set(result);
    wake();
  }

  void fail(Throwable thrown) {
    failure = thrown;
    value.set(null);
    wake();
  }

  private void wake() {
    Waker now = waker;
    if (now != null) {
      now.wake();
    }
  }

  boolean wasCancelled() {
    return cancelled;
  }

  int polls() {
    return polls;
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    polls++;
    waker = cx.waker();
    if (pendingPolls >= 0 && polls > pendingPolls) {
      value.set(later);
    }
    Object now = value.get();
    if (now == OPEN) {
      if (pendingPolls >= 0) {
        cx.waker().wake();
      }
      return PENDING;
    }
    if (failure instanceof Exception exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return now;
  }

  @Override
  protected boolean cancelLeaf() {
    cancelled = true;
    return true;
  }

  @Override
  public String toString() {
    return name;
  }
}
