package dev.weft.io;

import dev.weft.Waker;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A thread that makes blocking calls for a task, and where the two of them meet. */
final class HelperThread {

  /*
   * State, under one lock that is never held during a blocking call: whether the thread was started, and
   * the waker of the task if it waits. What they hand to each other is the owner's, under the same lock.
   * Who isn't inside `lock` and `unlock` may call nothing but `forgetWaker`, which takes the lock itself.
   *
   * Wakers never run anything inline, so waking under the lock does no harm.
   */

  private final Function<Runnable, Thread> threads;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private boolean started;
  private @Nullable Waker waker;

  /**
   * Creates it without a thread.
   *
   * @param threads makes a daemon thread that hasn't been started
   */
  HelperThread(Function<Runnable, Thread> threads) {
    this.threads = threads;
  }

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /** There is work; the first time, the thread is started. */
  void call(Runnable body) {
    if (!started) {
      threads.apply(body).start();
      started = true;
    }
    work.signal();
  }

  /** Waits on the thread until there is work; the lock is free meanwhile. */
  void awaitWork(BooleanSupplier isThere) {
    while (!isThere.getAsBoolean()) {
      work.awaitUninterruptibly();
    }
  }

  /** The task waits. */
  void keep(Waker waker) {
    this.waker = waker;
  }

  /** Whom to wake, if the task waits; it isn't kept any more. */
  @Nullable Waker takeWaker() {
    Waker waiting = waker;
    waker = null;
    return waiting;
  }

  /** Wakes the task, if it waits. */
  void wake() {
    Waker waiting = takeWaker();
    if (waiting != null) {
      waiting.wake();
    }
  }

  /** The task doesn't wait any more. */
  void forgetWaker() {
    lock.lock();
    try {
      waker = null;
    } finally {
      lock.unlock();
    }
  }
}
