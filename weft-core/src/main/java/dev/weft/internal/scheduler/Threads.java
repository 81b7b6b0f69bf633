package dev.weft.internal.scheduler;

import dev.weft.spi.RuntimeThread;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The threads of one runtime's scheduler, to be joined at its end. */
final class Threads {

  private static final long JOIN_NANOS = TimeUnit.SECONDS.toNanos(1); // for all of them together

  private final RuntimeParts parts;
  private final Set<RuntimeThread> running = ConcurrentHashMap.newKeySet();

  Threads(RuntimeParts parts) {
    this.parts = parts;
  }

  void start(String name, Runnable body) {
    RuntimeThread thread = parts.newThread(name, body);
    forgetEnded();
    running.add(thread); // first, so that a join that comes now waits for it
    try {
      thread.start();
    } catch (Throwable failure) {
      running.remove(thread);
      throw failure;
    }
  }

  private void forgetEnded() {
    for (Iterator<RuntimeThread> all = running.iterator(); all.hasNext(); ) {
      if (all.next().getState() == Thread.State.TERMINATED) {
        all.remove();
      }
    }
  }

  /** Waits for all threads; one that can't be stopped is named in the log and left. */
  void join() {
    boolean interrupted = false;
    long deadline = parts.realNanos() + JOIN_NANOS;
    for (RuntimeThread thread : running) {
      interrupted |= parts.join(thread, deadline);
      if (thread.isAlive()) {
        parts.logLeftThread(thread);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
