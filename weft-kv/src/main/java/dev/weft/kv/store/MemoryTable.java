package dev.weft.kv.store;

import dev.weft.kv.proto.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** One table in memory. */
final class MemoryTable {

  /*
   * Idea: readers of single keys take no lock at all. A snapshot has to keep writers out while it copies
   * the references, and nobody else, so the lock is used crosswise: each write takes its *shared* side,
   * and the map orders writes to one key by itself; a snapshot takes the *exclusive* side.
   *
   * State: alive -> dropped, once, under the exclusive side and only while empty. A dropped table never
   * takes another key: the writer that finds it so fetches a new table. Without that a key could go into a
   * table that another writer is just taking out of the storage.
   *
   * The lock is never held over an await: all that runs under it is here.
   */

  private final ConcurrentHashMap<String, Value> pairs = new ConcurrentHashMap<>();
  private final Lock write;
  private final Lock snapshot;
  private boolean dropped; // guarded by write (read) and snapshot (written)

  MemoryTable() {
    var lock = new ReentrantReadWriteLock();
    write = lock.readLock();
    snapshot = lock.writeLock();
  }

  @Nullable Value get(String key) {
    return pairs.get(key);
  }

  boolean contains(String key) {
    return pairs.containsKey(key);
  }

  /** Changes one key atomically; returns false, with nothing done, if the table was dropped. */
  boolean update(String key, Update update) {
    write.lock();
    try {
      if (dropped) {
        return false;
      }
      pairs.compute(key, (_, old) -> update.apply(old));
      return true;
    } finally {
      write.unlock();
    }
  }

  List<Map.Entry<String, Value>> snapshot() {
    snapshot.lock();
    try {
      // The entries of this map are copies made by its iterator: a later write doesn't change them.
      return new ArrayList<>(pairs.entrySet());
    } finally {
      snapshot.unlock();
    }
  }

  /** Closes the table to writers if it is empty; returns whether it is. */
  boolean dropIfEmpty() {
    if (!pairs.isEmpty()) {
      return false;
    }
    snapshot.lock();
    try {
      dropped = dropped || pairs.isEmpty();
      return dropped;
    } finally {
      snapshot.unlock();
    }
  }

  /** A change of one key. */
  @FunctionalInterface
  interface Update {
    /** The new value in place of {@code old}, {@code null} meaning none. */
    @Nullable Value apply(@Nullable Value old);
  }
}
