package dev.weft.kv.store.log;

import dev.weft.kv.proto.Value;
import dev.weft.kv.store.MemoryStorage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All that is stored. One thread writes: the recovery, and after it the one that writes the log.
 */
final class Tables {

  private final ConcurrentHashMap<String, Table> tables = new ConcurrentHashMap<>();
  private volatile long used; // by the writer
  private volatile long seen; // by the writer; see announce

  @Nullable Table find(String table) {
    return tables.get(table);
  }

  @Nullable Value get(String table, String key) {
    Table found = tables.get(table);
    return found == null ? null : found.get(key);
  }

  List<Map.Entry<String, Value>> view(String table) {
    Table found = tables.get(table);
    return found == null ? List.of() : found.view();
  }

  Iterable<Map.Entry<String, Table>> all() {
    return tables.entrySet();
  }

  /** Bytes counted against the limit. */
  long used() {
    return used;
  }

  /**
   * Says, before the change itself, that all records up to this one may be visible now: who reads
   * {@link #seen()} after the tables has seen nothing of a later record.
   */
  void announce(long sequence) {
    seen = sequence;
  }

  /** Number of the last record that a reader up to now may have seen something of. */
  long seen() {
    return seen;
  }

  /** Makes a batch's changes to one table visible. */
  void apply(String name, Map<String, @Nullable Value> changes) {
    Table table = tables.computeIfAbsent(name, _ -> new Table());
    table.apply(changes);
    if (table.size() == 0) {
      tables.remove(name);
    }
  }

  void setUsed(long bytes) {
    used = bytes;
  }

  /** Applies one record during recovery. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void replay(String name, String key, @Nullable Value value) {
    Table table = tables.get(name);
    if (table == null) {
      if (value == null) {
        return;
      }
      table = new Table();
      tables.put(name, table);
      used += sizeOf(name);
    }
    Value before = table.put(key, value);
    used += (value == null ? 0 : sizeOf(key, value)) - (before == null ? 0 : sizeOf(key, before));
    if (table.size() == 0) {
      tables.remove(name);
      used -= sizeOf(name);
    }
  }

  void clear() {
    tables.clear();
    used = 0;
  }

  static long sizeOf(String table) {
    return MemoryStorage.TABLE_OVERHEAD + 2L * table.length();
  }

  static long sizeOf(String key, Value value) {
    return MemoryStorage.PAIR_OVERHEAD + 2L * key.length() + value.getSerializedSize();
  }
}
