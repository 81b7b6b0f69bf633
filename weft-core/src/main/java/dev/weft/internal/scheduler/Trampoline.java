package dev.weft.internal.scheduler;

import java.util.ArrayDeque;

/** What a thread is doing for executors that run jobs on the caller's thread. */
final class Trampoline {

  /*
   * Idea: a job that such an executor runs inside another job of ours is put aside, and the outer one runs
   * it when it has returned. So a chain of tasks that wake each other takes no stack. The object belongs to
   * its thread, and exists only while the thread submits or runs.
   */

  private static final ThreadLocal<Trampoline> LOCAL = new ThreadLocal<>();

  private final ArrayDeque<Runnable> aside = new ArrayDeque<>(2);
  private int submitting;
  private boolean running;

  private Trampoline() {}

  /** That of the calling thread; begin something with it, or it stays for nothing. */
  static Trampoline here() {
    Trampoline here = LOCAL.get();
    if (here == null) {
      here = new Trampoline();
      LOCAL.set(here);
    }
    return here;
  }

  /** An executor is being asked to take a job. */
  void beginSubmit() {
    submitting++;
  }

  /** It has answered. */
  void endSubmit() {
    submitting--;
    forgetIfIdle();
  }

  /** Whether the thread is inside the {@code execute} of an executor. */
  boolean isSubmitting() {
    return submitting > 0;
  }

  /** Whether the thread runs a job of ours. */
  boolean isRunning() {
    return running;
  }

  /** Runs a job, which doesn't throw, now or after the one that runs. */
  void run(Runnable job) {
    if (running) {
      aside.add(job);
      return;
    }
    running = true;
    try {
      for (Runnable next = job; next != null; next = aside.poll()) {
        next.run();
      }
    } finally {
      running = false;
      forgetIfIdle();
    }
  }

  private void forgetIfIdle() {
    if (submitting == 0 && !running) {
      LOCAL.remove();
    }
  }
}
