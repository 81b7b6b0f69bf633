package dev.weft.internal.stackful;

import java.lang.ref.Cleaner;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Closes coroutines whose owners are garbage, so that their threads end and their clean-up runs.
 */
public final class Abandoned {

  /*
   * Idea: the JDK may keep a strong reference to each virtual thread that has started, and a parked one
   * keeps its stack. So an abandoned coroutine has to be ended, not just forgotten. That runs user
   * code, its clean-up, which must not hold up the cleaner: those that are due stand in a queue, which
   * plain threads empty, and these go when there is nothing to do. A clean-up that blocks holds its
   * thread only: there may be CLOSERS of them. Not one each: a collection can find a million at once.
   *
   * `closers` counts the threads. Whoever adds looks at it after it has added, and a closer that found
   * the queue empty looks once more after it has counted itself out, so one of the two sees the other.
   */

  /** How many clean-ups may run, or block, at once. */
  static final int CLOSERS = 16;

  /** What has to be ended. */
  public interface Owned {
    /** Whether there is nothing left to do. */
    boolean isEnded();

    /** Ends it. */
    void close() throws Exception;
  }

  private final Cleaner cleaner = Cleaner.create();
  private final Executor executor;
  private final int mostClosers;
  private final ConcurrentLinkedQueue<Owned> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger closers = new AtomicInteger();

  Abandoned(Executor executor, int mostClosers) {
    this.executor = executor;
    this.mostClosers = mostClosers;
  }

  /**
   * Closes the coroutine once its owner is garbage.
   *
   * @param owner what users hold; nothing that the body sees may refer to it
   * @param owned its coroutine or coroutines
   * @return ends the watch when it is run for a coroutine that has ended
   */
  public static Runnable watch(Object owner, Owned owned) {
    Abandoned here = Holder.ABANDONED;
    return here.cleaner.register(owner, () -> here.add(owned))::clean;
  }

  void add(Owned owned) {
    if (!owned.isEnded()) {
      queue.add(owned);
      startCloser();
    }
  }

  private void startCloser() {
    int now = closers.get();
    while (now < mostClosers) {
      if (closers.compareAndSet(now, now + 1)) {
        executor.execute(this::closeAll);
        return;
      }
      now = closers.get();
    }
  }

  private void closeAll() {
    Owned owned;
    while ((owned = queue.poll()) != null) {
      close(owned);
    }
    closers.decrementAndGet();
    if (!queue.isEmpty()) {
      startCloser();
    }
  }

  private static void close(Owned owned) {
    try {
      owned.close();
    } catch (Throwable failure) { // of its clean-up, which nobody else hears of
      System.getLogger("dev.weft")
          .log(System.Logger.Level.WARNING, () -> owned + " was abandoned and failed.", failure);
    }
  }

  private static final class Holder {
    static final Abandoned ABANDONED =
        new Abandoned(SystemVirtualThreads.get().forwards(), CLOSERS);
  }
}
