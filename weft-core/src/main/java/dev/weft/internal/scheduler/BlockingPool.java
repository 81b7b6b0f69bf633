package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.spi.RuntimeThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Threads for calls that block: started on demand up to a limit, kept for a while when idle. */
final class BlockingPool {

  /*
   * One lock guards everything; it is held for a few operations on queues and never while a job runs or
   * a task is woken. A job is in exactly one place: with a thread; in `queue`, up to the limit; or, where
   * the pool waits when full, in `overflow`, from which the queue is refilled in order.
   *
   * `idle` counts the threads that will take a job without being asked: those that wait and those that
   * are starting. Jobs that are meant for them don't count as waiting, so the limit means the same
   * however fast threads start.
   *
   * Closing: `closed` refuses new jobs; queued jobs are forgotten, as the aborts of their tasks drop them
   * anyway, before or after, and no thread may begin one in between; idle threads end. Jobs of the runtime's parts are
   * taken and kept all the same, until `ended`, as tasks that clean up wait for them. Threads are daemons,
   * so that a call which can't be interrupted doesn't keep the process.
   *
   * `alive` counts the threads that haven't ended; `threads` keeps ended ones as well once the pool is
   * closed, to be joined.
   */

  /** A call that may last for ever mostly doesn't; so long the end waits for those that do. */
  private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final RuntimeParts parts;
  private final int maxThreads;
  private final int queueLimit;
  private final boolean waitWhenFull;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition jobs = lock.newCondition();
  private final Deque<Runnable> queue = new ArrayDeque<>();
  private final Deque<BlockingJob<?>> overflow = new ArrayDeque<>();
  private final Set<RuntimeThread> threads = new HashSet<>();
  private int idle;
  private int alive;
  private int started; // for names
  private boolean closed;
  private boolean ended;

  BlockingPool(RuntimeParts parts) {
    this.parts = parts;
    this.maxThreads = parts.settings().blockingThreads();
    this.queueLimit = parts.settings().blockingQueueLimit();
    this.waitWhenFull = parts.settings().whenFull() == Weft.WhenFull.WAIT;
  }

  /** Takes a job; throws if the pool is full and rejects. False if the pool is closed. */
  boolean submit(BlockingJob<?> job) {
    RuntimeThread fresh = null;
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      if (queue.size() - idle >= queueLimit && !mayStart()) {
        if (!waitWhenFull) {
          throw new RejectedExecutionException(
              "The queue for blocking calls holds "
                  + queueLimit
                  + " jobs and is full; raise Weft.Builder.blockingQueue or let callers wait.");
        }
        overflow.addLast(job);
        return true;
      }
      if (mayStart()) {
        fresh = newThread();
      }
      queue.addLast(job);
      jobs.signal();
    } finally {
      lock.unlock();
    }
    if (fresh != null) {
      start(fresh, job);
    }
    return true;
  }

  /** Takes a job of the runtime's own, however many wait. False once the pool has ended. */
  boolean execute(Runnable job) {
    RuntimeThread fresh = null;
    lock.lock();
    try {
      if (ended) {
        return false;
      }
      if (mayStart()) {
        fresh = newThread();
      }
      queue.addLast(job);
      jobs.signal();
    } finally {
      lock.unlock();
    }
    if (fresh != null) {
      start(fresh, job);
    }
    return true;
  }

  /** Starts a thread; if the system has none left, the job waits for another one or is refused. */
  private void start(RuntimeThread fresh, Runnable job) {
    try {
      fresh.start();
    } catch (Throwable failure) {
      lock.lock();
      try {
        idle--;
        alive--;
        threads.remove(fresh);
        if (alive == 0 && queue.remove(job)) {
          throw failure;
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean mayStart() {
    return idle <= queue.size() && alive < maxThreads;
  }

  private RuntimeThread newThread() {
    RuntimeThread thread = parts.newThread("blocking-" + started++, this::work);
    threads.add(thread);
    idle++;
    alive++;
    return thread;
  }

  /** Drops a job that no thread has begun; false if one has. */
  boolean remove(BlockingJob<?> job) {
    lock.lock();
    try {
      boolean queued = queue.remove(job);
      refill();
      return queued || overflow.remove(job);
    } finally {
      lock.unlock();
    }
  }

  private void refill() {
    while (queue.size() - idle < queueLimit && !overflow.isEmpty()) {
      queue.addLast(overflow.removeFirst());
      jobs.signal();
    }
  }

  private void work() {
    RuntimeThread self = (RuntimeThread) Thread.currentThread();
    self.setSite(parts.weft());
    parts.threadStarted();
    try {
      Runnable job = take();
      while (job != null) {
        run(job);
        becomeIdle();
        job = take();
      }
    } finally {
      parts.threadStopped();
      lock.lock();
      try {
        alive--;
        if (!closed) {
          threads.remove(self); // else awaitEnd joins it
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** What a job throws must not end this thread, for which others may wait in the queue. */
  private void run(Runnable job) {
    try {
      job.run();
    } catch (Throwable failure) { // of a waker that somebody wrote by hand, say
      parts.unobserved().report(failure);
    }
  }

  private void becomeIdle() {
    lock.lock();
    try {
      idle++;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a job; null when this thread isn't needed any more. The caller counts as idle. */
  private @Nullable Runnable take() {
    long left = parts.keepAliveNanos();
    lock.lock();
    try {
      while (queue.isEmpty()) {
        if (closed || left <= 0) {
          idle--;
          return null;
        }
        try {
          left = jobs.awaitNanos(left);
        } catch (InterruptedException stray) {
          // Left over from a job that was interrupted as it ended; nobody else interrupts this
          // thread.
        }
      }
      idle--;
      Runnable job = queue.removeFirst();
      refill();
      return job;
    } finally {
      lock.unlock();
    }
  }

  /** Refuses new jobs and lets idle threads go. */
  void close() {
    lock.lock();
    try {
      closed = true;
      queue.removeIf(job -> job instanceof BlockingJob);
      overflow.clear();
      jobs.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the ends of all threads of a closed pool and returns those that are left. */
  List<Thread> awaitEnd(long limitNanos) {
    List<RuntimeThread> ending;
    lock.lock();
    try {
      ended = true;
      ending = new ArrayList<>(threads);
    } finally {
      lock.unlock();
    }
    long start = parts.realNanos();
    long deadline = start + limitNanos;
    long deadlineOfHeld = start + Math.min(limitNanos, HELD_NANOS);
    boolean interrupted = false;
    List<Thread> left = new ArrayList<>();
    for (RuntimeThread thread : ending) {
      interrupted |= parts.join(thread, thread.isHeld() ? deadlineOfHeld : deadline);
      if (thread.isAlive()) {
        left.add(thread);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return left;
  }

  int threadCount() {
    lock.lock();
    try {
      return alive;
    } finally {
      lock.unlock();
    }
  }

  int queued() {
    lock.lock();
    try {
      return queue.size() + overflow.size();
    } finally {
      lock.unlock();
    }
  }
}
