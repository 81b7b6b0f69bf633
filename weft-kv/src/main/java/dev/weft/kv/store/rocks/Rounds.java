package dev.weft.kv.store.rocks;

import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.Waker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Calls that wait for the database, and their way through it in rounds on the blocking pool. */
final class Rounds {

  /*
   * Idea: a thread of the blocking pool takes all that waits, up to a limit, does it in one step, and goes
   * on until nothing waits. So a hand-over between threads, and a force of the disk, is paid once for all
   * calls that came during the round before. There is no thread while there is nothing to do.
   *
   * Why no limit on how many wait: each is the future of a caller that waits for it and holds its data
   * anyway; a limit would only move the queue to another place. What is limited is a round.
   *
   * State of a call: NEW -> WAITING -> TAKEN -> DONE. Cancelled while it waits, it leaves at once; later
   * it only loses its waker, and what it asked for happens.
   *
   * State of the queue: `runners` counts those started and not yet ended; a call that comes starts one
   * more, up to the limit. A runner ends under the lock that it finds nothing under, so no call is left
   * behind. One that never got a thread (the pool refused, or the runtime was closed) is given up: if it
   * was the last, what waits fails. `refusal`, once set, stays: closing or closed.
   *
   * Ordering: `lock` guards all of it and the state and waker of each call; it is held for a few steps.
   * `serial` is held over taking and doing a round where rounds may not overlap: writes are done in the
   * order in which they came, also those that closing does itself. Results are written before the call is
   * marked DONE under the lock and read after that was seen under it. Wakers are called outside.
   */

  private final Work work;
  private final int maxRunners;
  private final int maxCalls;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final @Nullable ReentrantLock serial;
  private final LinkedHashSet<Call<?>> waiting = new LinkedHashSet<>();
  private int runners;
  private @Nullable Refusal refusal;

  /** Does a round: each call is answered or failed. */
  @FunctionalInterface
  interface Work {
    void run(List<Call<?>> round) throws IOException;
  }

  /** Why nothing is taken any more. */
  @FunctionalInterface
  interface Refusal {
    /** A new exception for one caller. */
    IOException toException();
  }

  Rounds(Work work, int maxRunners, int maxCalls, long maxBytes) {
    this.work = work;
    this.maxRunners = maxRunners;
    this.maxCalls = maxCalls;
    this.maxBytes = maxBytes;
    this.serial = maxRunners == 1 ? new ReentrantLock() : null;
  }

  /** Takes a call; returns why not, or {@code null}. */
  @Nullable IOException add(Call<?> call, Context cx) {
    var runtime = cx.runtime();
    boolean start;
    lock.lock();
    try {
      if (refusal != null) {
        return refusal.toException();
      }
      call.setState(Call.State.WAITING);
      call.setWaker(cx.waker());
      waiting.add(call);
      start = runners < maxRunners;
      if (start) {
        runners++;
      }
    } finally {
      lock.unlock();
    }
    if (start) {
      var runner = new Runner(this);
      JoinHandle<Void> task = runtime.spawn(runner);
      task.detach();
      if (task.isFinished()) {
        runner.giveUp(); // does nothing if it ran
      }
    }
    return null;
  }

  /** Whether a call is answered; if not, its waker is kept. */
  boolean isDone(Call<?> call, Waker waker) {
    lock.lock();
    try {
      boolean done = call.state() == Call.State.DONE;
      call.setWaker(done ? null : waker);
      return done;
    } finally {
      lock.unlock();
    }
  }

  void cancel(Call<?> call) {
    lock.lock();
    try {
      call.setWaker(null);
      if (call.state() == Call.State.WAITING) {
        waiting.remove(call);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more calls; the first reason stays. */
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

  /** For a thread of the blocking pool: rounds until nothing waits. */
  void runAll() {
    boolean some = true;
    while (some) {
      some = runOne();
    }
  }

  /** For a runner: as {@link #runAll}, and then it counts no more. */
  void runAsRunner() {
    boolean on = true;
    while (on) {
      runAll();
      lock.lock();
      try {
        on = !waiting.isEmpty();
        if (!on) {
          runners--;
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean runOne() {
    if (serial == null) {
      return runOneNow();
    }
    serial.lock();
    try {
      return runOneNow();
    } finally {
      serial.unlock();
    }
  }

  private boolean runOneNow() {
    List<Call<?>> round = take();
    if (round.isEmpty()) {
      return false;
    }
    try {
      work.run(round);
    } catch (IOException refused) {
      round.forEach(call -> call.fail(refused));
    } catch (RuntimeException | Error defect) {
      // Nobody waits for this thread: without an answer the callers would wait for ever.
      var failure = new IOException("The storage failed: " + defect, defect);
      round.forEach(call -> call.fail(failure));
    }
    finish(round);
    return true;
  }

  private List<Call<?>> take() {
    var round = new ArrayList<Call<?>>();
    lock.lock();
    try {
      long bytes = 0;
      while (!waiting.isEmpty() && round.size() < maxCalls) {
        bytes += waiting.getFirst().bytes();
        if (!round.isEmpty() && bytes > maxBytes) {
          break;
        }
        Call<?> call = waiting.removeFirst();
        call.setState(Call.State.TAKEN);
        round.add(call);
      }
      return round;
    } finally {
      lock.unlock();
    }
  }

  private void finish(List<Call<?>> round) {
    var wakers = new ArrayList<Waker>(round.size());
    lock.lock();
    try {
      for (Call<?> call : round) {
        call.setState(Call.State.DONE);
        Waker waker = call.waker();
        if (waker != null) {
          wakers.add(waker);
        }
      }
    } finally {
      lock.unlock();
    }
    wakers.forEach(Waker::wake);
  }

  /** A runner got no thread; if it was the last, those that wait fail. */
  void givenUp(IOException why) {
    List<Call<?>> left = List.of();
    lock.lock();
    try {
      if (--runners == 0) {
        left = List.copyOf(waiting);
        waiting.clear();
        left.forEach(call -> call.setState(Call.State.TAKEN));
      }
    } finally {
      lock.unlock();
    }
    left.forEach(call -> call.fail(why));
    finish(left);
  }
}
