package dev.weft.internal.scheduler;

import dev.weft.internal.task.PollSite;
import dev.weft.internal.task.TaskCell;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Watches the polls of threads that are their caller's own, as the monitor watches workers, but
 * only those that have come to a pre-emption point.
 */
final class CallerWatch implements Runnable {

  /*
   * Its thread starts with the first such poll, so that a runtime whose blocks have no pre-emption points
   * has no thread more. A poll that comes to its first point puts itself here, in place of the poll
   * before it at the same site; nothing is taken back when it ends. What is still here after a whole
   * PERIOD is asked to yield and forgotten: if the poll is over, its task just yields once for nothing.
   *
   * Without anything to watch for IDLE_LOOKS looks it sleeps; `resting` is set before the last look and
   * read after a poll was put here, so one of the two sees the other.
   */

  private static final long PERIOD_NANOS = 10_000_000;
  private static final int IDLE_LOOKS = 50;

  private final RuntimeParts parts;
  private final Threads threads;
  private final ConcurrentMap<PollSite, Watched> polls = new ConcurrentHashMap<>();
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile boolean resting;
  private volatile boolean stopped;
  private volatile @Nullable Thread thread;

  /** A poll, and when it was first looked at: 0 before that; the watching thread's own. */
  private static final class Watched {
    private final TaskCell<?> task;
    private long sinceNanos;

    Watched(TaskCell<?> task) {
      this.task = task;
    }
  }

  CallerWatch(RuntimeParts parts) {
    this.parts = parts;
    this.threads = new Threads(parts);
  }

  /** Watches a poll from now on. On its thread. */
  void watch(PollSite site, TaskCell<?> task) {
    polls.put(site, new Watched(task));
    if (resting) {
      resting = false;
      LockSupport.unpark(thread);
    } else if (!started.get() && started.compareAndSet(false, true)) {
      start();
    }
  }

  private void start() {
    try {
      threads.start("watch", this);
    } catch (Throwable lacking) { // the poll goes on, unwatched; the next one tries again
      started.set(false);
      parts.unobserved().report(lacking);
    }
  }

  /** Ends its thread, if it has one. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
    threads.join();
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    int idleLooks = 0;
    while (!stopped) {
      boolean _ = Thread.interrupted(); // one from elsewhere would end each further sleep
      idleLooks = polls.isEmpty() ? idleLooks + 1 : 0;
      look(parts.realNanos());
      if (idleLooks < IDLE_LOOKS) {
        LockSupport.parkNanos(this, PERIOD_NANOS);
      } else {
        resting = true;
        if (polls.isEmpty() && !stopped) {
          LockSupport.park(this);
        }
        resting = false;
        idleLooks = 0;
      }
    }
  }

  private void look(long now) {
    polls.forEach(
        (site, poll) -> {
          if (poll.sinceNanos == 0) {
            poll.sinceNanos = now;
          } else if (now - poll.sinceNanos >= PERIOD_NANOS && polls.remove(site, poll)) {
            poll.task.preempt();
          }
        });
  }
}
