package dev.weft.kv.store.log;

import dev.weft.kv.proto.Value;
import dev.weft.kv.store.StorageFullException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the tables will be once the batch at hand is durable. It belongs to the writing thread. */
final class Plan {

  /*
   * Idea: the log decides the order of writes, and readers must not see one before it is durable. So a
   * batch's changes gather here first, on top of the tables: the old value of each write, whether a
   * delete has anything to delete, and whether there is room are answered as if all writes before it had
   * been applied. When the batch is durable, apply() brings the tables there; if it never is, the plan is
   * forgotten and the tables were never touched.
   *
   * Of several writes to a key only the last reaches the tables. No reader can tell: the states between
   * were never durable by themselves.
   */

  private final Tables tables;
  private final long maxBytes;
  private final Map<String, Changes> changes = new HashMap<>();
  private long used;

  Plan(Tables tables, long maxBytes) {
    this.tables = tables;
    this.maxBytes = maxBytes;
    this.used = tables.used();
  }

  /** The value before the next write to a key. */
  @Nullable Value before(String table, String key) {
    Changes planned = changes.get(table);
    return planned == null ? tables.get(table, key) : planned.get(key);
  }

  /** Refuses a value that there is no room for. */
  void checkRoom(String table, String key, Value value, @Nullable Value before)
      throws StorageFullException {
    long delta = growth(table, key, value, before);
    if (delta > 0 && used + delta > maxBytes) {
      throw new StorageFullException(
          "The value of %d bytes for table %s, key %s doesn't fit: %d of %d bytes are in use."
              .formatted(value.getSerializedSize(), table, key, used, maxBytes));
    }
  }

  /** Notes a write; {@code null} deletes. */
  void put(String table, String key, @Nullable Value value, @Nullable Value before) {
    used += growth(table, key, value, before);
    Changes planned = changes.computeIfAbsent(table, name -> new Changes(tables.find(name)));
    planned.put(key, value, before);
    if (planned.size == 0) {
      used -= Tables.sizeOf(table);
    }
  }

  private long growth(String table, String key, @Nullable Value value, @Nullable Value before) {
    long delta =
        (value == null ? 0 : Tables.sizeOf(key, value))
            - (before == null ? 0 : Tables.sizeOf(key, before));
    return value != null && isEmpty(table) ? delta + Tables.sizeOf(table) : delta;
  }

  private boolean isEmpty(String table) {
    Changes planned = changes.get(table);
    return planned == null ? tables.find(table) == null : planned.size == 0;
  }

  /** Makes all of it visible and begins anew. */
  void apply() {
    changes.forEach((table, planned) -> tables.apply(table, planned.values));
    tables.setUsed(used);
    changes.clear();
  }

  /** The changes to one table. */
  private static final class Changes {
    private final @Nullable Table table;
    private final Map<String, @Nullable Value> values = new HashMap<>();
    private int size;

    Changes(@Nullable Table table) {
      this.table = table;
      this.size = table == null ? 0 : table.size();
    }

    @Nullable Value get(String key) {
      Value planned = values.get(key);
      if (planned != null || table == null || values.containsKey(key)) {
        return planned;
      }
      return table.get(key);
    }

    void put(String key, @Nullable Value value, @Nullable Value before) {
      values.put(key, value);
      size += (value == null ? 0 : 1) - (before == null ? 0 : 1);
    }
  }
}
