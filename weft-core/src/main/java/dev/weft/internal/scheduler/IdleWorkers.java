package dev.weft.internal.scheduler;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** Which workers sleep, and how many look for work. */
final class IdleWorkers {

  /*
   * Idea: at most as many workers are woken as there is work for. Who makes work visible wakes one
   * sleeper, but only if nobody is searching, since a searcher will find it; a searcher that finds
   * something and was the last one wakes the next.
   *
   * State: one bit a worker in `asleep`; `searching` counts. Whoever clears a worker's bit has claimed
   * it: the notifier, which has counted it as searching and wakes it; or the worker itself.
   *
   * No lost wake-up. A worker about to sleep sets its bit, gives up its place in `searching`, and then,
   * unless others are still searching, looks into every queue once more. Who makes work visible puts it
   * into a queue, then reads `searching`, then the bits. All of these are volatile, or kept apart by a
   * fence, and so in one order: either the worker sees the task, or the notifier sees the bit, or it saw
   * a searcher. A searcher that finds something else and was the last one wakes the next, and one that
   * finds nothing goes to sleep itself and so looks once more.
   */

  private final AtomicLongArray asleep;
  private final AtomicInteger searching = new AtomicInteger();

  IdleWorkers(int capacity) {
    asleep = new AtomicLongArray((capacity + Long.SIZE - 1) / Long.SIZE);
  }

  /** Takes a place among the searchers, unless half of the workers search already. */
  boolean tryStartSearching(int workers) {
    if (2 * searching.get() >= workers) {
      return false;
    }
    searching.incrementAndGet();
    return true;
  }

  /** Gives the place up, having found work; returns whether somebody else should search on. */
  boolean stopSearching() {
    return searching.decrementAndGet() == 0;
  }

  /**
   * Announces that a worker will sleep; after this it must look into all queues once more, unless
   * {@link #isAnySearching}.
   */
  void announceSleep(int worker, boolean wasSearching) {
    int word = worker / Long.SIZE;
    long bits = asleep.get(word);
    while (!asleep.compareAndSet(word, bits, bits | bit(worker))) {
      bits = asleep.get(word);
    }
    if (wasSearching) {
      searching.decrementAndGet();
    }
  }

  /** Takes the announcement back; false if a notifier has claimed the worker: it then searches. */
  boolean retractSleep(int worker) {
    int word = worker / Long.SIZE;
    long bits = asleep.get(word);
    while ((bits & bit(worker)) != 0) {
      if (asleep.compareAndSet(word, bits, bits & ~bit(worker))) {
        return true;
      }
      bits = asleep.get(word);
    }
    return false;
  }

  boolean isAnySearching() {
    return searching.get() != 0;
  }

  /**
   * Claims one of so many workers to search if it sleeps and nobody does; its index or -1. The
   * caller has made the work visible by an atomic change, or by a store and a full fence: that
   * pairs with the read-modify-writes of announceSleep and stopSearching.
   */
  int claimOne(int workers) {
    return searching.get() == 0 ? claim(workers) : -1;
  }

  /** Claims a sleeper whatever the others do; it counts as searching. */
  private int claim(int workers) {
    int words = (workers + Long.SIZE - 1) / Long.SIZE;
    for (int word = 0; word < words; word++) {
      long bits = asleep.get(word);
      while (bits != 0) {
        long lowest = Long.lowestOneBit(bits);
        searching.incrementAndGet();
        if (asleep.compareAndSet(word, bits, bits & ~lowest)) {
          return word * Long.SIZE + Long.numberOfTrailingZeros(lowest);
        }
        searching.decrementAndGet();
        bits = asleep.get(word);
      }
    }
    return -1;
  }

  boolean isAsleep(int worker) {
    return (asleep.get(worker / Long.SIZE) & bit(worker)) != 0;
  }

  private static long bit(int worker) {
    return 1L << (worker % Long.SIZE);
  }
}
