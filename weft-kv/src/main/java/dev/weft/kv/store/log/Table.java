package dev.weft.kv.store.log;

import dev.weft.kv.proto.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** One table: written by the thread that writes the log, read by all. */
final class Table {

  /*
   * Readers of single keys take no lock. The writer applies the changes of a whole batch under the
   * exclusive side, so that a view, which copies the references under the shared side, has all of a
   * batch's changes to this table or none. Views don't keep each other out. The lock is never held over
   * I/O or an await.
   */

  private final ConcurrentHashMap<String, Value> pairs = new ConcurrentHashMap<>();
  private final Lock view;
  private final Lock apply;

  Table() {
    var lock = new ReentrantReadWriteLock();
    view = lock.readLock();
    apply = lock.writeLock();
  }

  @Nullable Value get(String key) {
    return pairs.get(key);
  }

  int size() {
    return pairs.size();
  }

  /** Sets the keys to these values, {@code null} meaning none. */
  void apply(Map<String, @Nullable Value> changes) {
    apply.lock();
    try {
      changes.forEach(this::put);
    } finally {
      apply.unlock();
    }
  }

  /** Sets one key while nobody else has the table. */
  @Nullable Value put(String key, @Nullable Value value) {
    return value == null ? pairs.remove(key) : pairs.put(key, value);
  }

  List<Map.Entry<String, Value>> view() {
    view.lock();
    try {
      // The entries are copies made by the map's iterator: a later write doesn't change them.
      return new ArrayList<>(pairs.entrySet());
    } finally {
      view.unlock();
    }
  }

  /** The pairs, each as it is when the iteration comes to it. */
  Iterable<Map.Entry<String, Value>> fuzzyView() {
    return pairs.entrySet();
  }
}
