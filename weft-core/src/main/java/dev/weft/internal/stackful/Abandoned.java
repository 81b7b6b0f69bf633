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
   * code, its clean-up, which must not hold up the cleaner: those that are due stand in a queue, and one
   * plain thread at a time, which goes when there is nothing to do, closes one after another.
   *
   * State: `due` counts what was added and isn't done; whoever takes it from 0 starts the thread.
   */

  /** What has to be ended. */
  public interface Owned {
    /** Whether there is nothing left to do. */
    boolean isEnded();

    /** Ends it. */
    void close() throws Exception;
  }

  private final Cleaner cleaner = Cleaner.create();
  private final Executor executor;
  private final ConcurrentLinkedQueue<Owned> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger due = new AtomicInteger();

  private Abandoned(Executor executor) {
    this.executor = executor;
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

  private void add(Owned owned) {
    if (!owned.isEnded()) {
      queue.add(owned);
      if (due.getAndIncrement() == 0) {
        executor.execute(this::closeAll);
      }
    }
  }

  private void closeAll() {
    do {
      Owned owned = queue.remove();
      try {
        owned.close();
      } catch (Throwable failure) { // of its clean-up, which nobody else hears of
        System.getLogger("dev.weft")
            .log(System.Logger.Level.WARNING, () -> owned + " was abandoned and failed.", failure);
      }
    } while (due.decrementAndGet() > 0);
  }

  private static final class Holder {
    static final Abandoned ABANDONED = new Abandoned(SystemVirtualThreads.get().forwards());
  }
}
