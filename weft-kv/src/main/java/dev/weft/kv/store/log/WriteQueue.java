package dev.weft.kv.store.log;

import dev.weft.Context;
import dev.weft.Waker;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Where writes wait for the writer, and where it answers them. */
final class WriteQueue {

  /*
   * Idea: calls gather in batches. The last batch of `waiting` is open, up to a limit of bytes; the writer
   * takes the first. So all that came while the writer was at the disk goes to the disk together: the
   * slower a force, the larger the next batch.
   *
   * Why no limit on how many wait: each is the future of a caller that waits for it and holds the value
   * anyway; a limit would only move the queue to another place. One that is cancelled before its batch
   * is taken leaves at once, so that callers which time out on a slow disk don't fill it.
   *
   * State of a call: new -> waiting (its batch isn't taken) -> taken -> done, as its batch is. One that is
   * cancelled while it waits is taken out; one that is cancelled later only loses its waker: the write
   * happens, and nobody hears of it.
   *
   * State of the queue: open -> refusing (calls from outside fail; the storage is being closed or has
   * failed) -> ended (all calls fail; there is no writer any more).
   *
   * Ordering: one lock guards everything here, in the batches, and the wakers; each hold is a few steps,
   * the writer waits under it only for the next call. Results are written by the writer before it marks
   * the batch done under the lock, and read after the mark was seen under it. Wakers are called outside.
   */

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition some = lock.newCondition();
  private final ArrayDeque<Batch> waiting = new ArrayDeque<>();
  private final long batchBytes;
  private @Nullable Refusal refusal;
  private boolean ended;

  /** Why nothing is taken any more. */
  @FunctionalInterface
  interface Refusal {
    /** A new exception for one caller. */
    IOException toException();
  }

  WriteQueue(long batchBytes) {
    this.batchBytes = batchBytes;
  }

  /** Adds a call; returns why not, or {@code null}. */
  @Nullable Refusal add(WriteCall<?> call, Waker waker) {
    long bytes = call.bytes();
    lock.lock();
    try {
      if (refusal != null && (ended || !call.isInternal())) {
        return refusal;
      }
      Batch last = waiting.peekLast();
      if (last == null || last.bytes() + bytes > batchBytes) {
        last = new Batch();
        waiting.addLast(last);
        some.signal();
      }
      call.enqueued(last, last.add(call), waker);
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a call is answered; if not, its waker is kept. */
  boolean poll(WriteCall<?> call, Batch batch, Context cx) {
    lock.lock();
    try {
      if (!batch.isDone()) {
        call.setWaker(cx.waker());
      }
      return batch.isDone();
    } finally {
      lock.unlock();
    }
  }

  void cancel(WriteCall<?> call, Batch batch) {
    lock.lock();
    try {
      call.setWaker(null);
      if (!batch.isTaken() && !call.isInternal()) {
        batch.remove(call);
        if (batch.isEmpty()) {
          waiting.remove(batch);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** For the writer: waits for the next batch. */
  Batch take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (waiting.isEmpty()) {
        some.await();
      }
      Batch next = waiting.removeFirst();
      next.take();
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** For the writer: wakes those whose results are there. */
  void finish(Batch batch) {
    List<Waker> wakers = new ArrayList<>(batch.calls().size());
    lock.lock();
    try {
      batch.finish();
      for (WriteCall<?> call : batch.calls()) {
        Waker waker = call == null ? null : call.waker();
        if (waker != null) {
          wakers.add(waker);
        }
      }
    } finally {
      lock.unlock();
    }
    wakers.forEach(Waker::wake);
  }

  /** Takes no more calls from outside; the first reason stays. */
  void refuse(Refusal why) {
    lock.lock();
    try {
      if (refusal == null) {
        refusal = why;
      }
    } finally {
      lock.unlock();
    }
  }

  /** For the writer: takes no more calls at all; returns those that wait, to be answered. */
  List<Batch> end(Refusal why) {
    refuse(why);
    lock.lock();
    try {
      ended = true;
      List<Batch> left = List.copyOf(waiting);
      left.forEach(Batch::take);
      waiting.clear();
      return left;
    } finally {
      lock.unlock();
    }
  }
}
