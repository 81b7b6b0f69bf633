package dev.weft.kv.store;

import dev.weft.Future;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A storage that keeps everything in the heap and nothing on disk. It never waits, so its futures
 * complete at their first poll.
 *
 * <p>It takes up to a set number of bytes; a write beyond that fails with {@link
 * StorageFullException} and changes nothing. What is counted is an estimate of the heap: two bytes
 * a character of a name or key, the encoded value, and a flat {@value #PAIR_OVERHEAD} bytes a pair
 * and {@value #TABLE_OVERHEAD} a table for the objects around them.
 */
public final class MemoryStorage implements Storage {

  /** Bytes counted for each pair besides key and value. */
  public static final int PAIR_OVERHEAD = 128;

  /** Bytes counted for each table besides its name. */
  public static final int TABLE_OVERHEAD = 512;

  private final ConcurrentHashMap<String, MemoryTable> tables = new ConcurrentHashMap<>();
  private final AtomicLong used = new AtomicLong();
  private final long maxBytes;
  private volatile boolean closed;

  /** Creates an empty storage that takes up to half of the heap. */
  public MemoryStorage() {
    this(Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * Creates an empty storage.
   *
   * @param maxBytes what it takes before it is full, at least 1
   * @throws IllegalArgumentException if the limit is less than 1
   */
  public MemoryStorage(long maxBytes) {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes is " + maxBytes + "; it must be at least 1.");
    }
    this.maxBytes = maxBytes;
  }

  /**
   * Bytes that the pairs take now, as counted against the limit.
   *
   * @return zero or more
   */
  public long usedBytes() {
    return used.get();
  }

  /**
   * How many tables have a key.
   *
   * @return zero or more
   */
  public int tableCount() {
    return tables.size();
  }

  @Override
  public Future<@Nullable Value> get(String table, String key) {
    check(table, key);
    return new MemoryCall<>(
        () -> {
          checkOpen();
          return getNow(table, key);
        });
  }

  @Override
  public Future<@Nullable Value> set(String table, String key, Value value) {
    check(table, key);
    Objects.requireNonNull(value, "value");
    return new MemoryCall<>(
        () -> {
          checkOpen();
          return setNow(table, key, value);
        });
  }

  @Override
  public Future<@Nullable Value> del(String table, String key) {
    check(table, key);
    return new MemoryCall<>(
        () -> {
          checkOpen();
          return delNow(table, key);
        });
  }

  @Override
  public Future<Boolean> exist(String table, String key) {
    check(table, key);
    return new MemoryCall<>(
        () -> {
          checkOpen();
          return existNow(table, key);
        });
  }

  @Override
  public AsyncStream<Kvpair> getAll(String table) {
    Objects.requireNonNull(table, "table");
    return new SnapshotStream(
        () -> {
          checkOpen();
          MemoryTable found = tables.get(table);
          return found == null ? List.of() : found.snapshot();
        });
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  /**
   * Refuses what comes from now on. What is in it stays in memory until the storage is garbage.
   *
   * @return completes at its first poll
   */
  @Override
  public Future<Void> closeAsync() {
    return new MemoryCall<>(
        () -> {
          closed = true;
          return null;
        });
  }

  @Override
  public Future<List<Outcome<@Nullable Value>>> getMany(String table, List<String> keys) {
    return new MemoryCall<>(
        () -> {
          checkOpen();
          var outcomes = new ArrayList<Outcome<@Nullable Value>>(keys.size());
          for (String key : keys) {
            outcomes.add(new Outcome.Done<>(getNow(table, key)));
          }
          return outcomes;
        });
  }

  @Override
  public Future<List<Outcome<@Nullable Value>>> setMany(String table, List<Kvpair> pairs) {
    return new MemoryCall<>(
        () -> {
          checkOpen();
          var outcomes = new ArrayList<Outcome<@Nullable Value>>(pairs.size());
          for (Kvpair pair : pairs) {
            try {
              outcomes.add(new Outcome.Done<>(setNow(table, pair.getKey(), pair.getValue())));
            } catch (StorageFullException full) {
              outcomes.add(new Outcome.Failed<>(full));
            }
          }
          return outcomes;
        });
  }

  @Override
  public Future<List<Outcome<@Nullable Value>>> delMany(String table, List<String> keys) {
    return new MemoryCall<>(
        () -> {
          checkOpen();
          var outcomes = new ArrayList<Outcome<@Nullable Value>>(keys.size());
          for (String key : keys) {
            outcomes.add(new Outcome.Done<>(delNow(table, key)));
          }
          return outcomes;
        });
  }

  @Override
  public Future<List<Outcome<Boolean>>> existMany(String table, List<String> keys) {
    return new MemoryCall<>(
        () -> {
          checkOpen();
          var outcomes = new ArrayList<Outcome<Boolean>>(keys.size());
          for (String key : keys) {
            outcomes.add(new Outcome.Done<>(existNow(table, key)));
          }
          return outcomes;
        });
  }

  private @Nullable Value getNow(String table, String key) {
    MemoryTable found = tables.get(table);
    return found == null ? null : found.get(key);
  }

  private boolean existNow(String table, String key) {
    MemoryTable found = tables.get(table);
    return found != null && found.contains(key);
  }

  private @Nullable Value setNow(String table, String key, Value value)
      throws StorageFullException {
    var write = new SetUpdate(key, value);
    while (!tables.computeIfAbsent(table, this::create).update(key, write)) {
      Thread.onSpinWait(); // its table is being dropped; the next look finds a new one
    }
    if (write.refused) {
      dropIfEmpty(table);
      throw new StorageFullException(
          "The value of %d bytes for table %s, key %s doesn't fit: %d of %d bytes are in use."
              .formatted(value.getSerializedSize(), table, key, used.get(), maxBytes));
    }
    return write.old;
  }

  private @Nullable Value delNow(String table, String key) {
    MemoryTable found = tables.get(table);
    if (found == null) {
      return null;
    }
    var removal = new DelUpdate(key);
    found.update(key, removal);
    if (removal.old != null) {
      dropIfEmpty(table);
    }
    return removal.old;
  }

  private MemoryTable create(String table) {
    used.addAndGet(sizeOf(table));
    return new MemoryTable();
  }

  /** Takes a table without keys out, so that tables that are gone take no room. */
  private void dropIfEmpty(String table) {
    tables.computeIfPresent(
        table,
        (_, found) -> {
          if (!found.dropIfEmpty()) {
            return found;
          }
          used.addAndGet(-sizeOf(table));
          return null;
        });
  }

  private static long sizeOf(String table) {
    return TABLE_OVERHEAD + 2L * table.length();
  }

  private static long sizeOf(String key, Value value) {
    return PAIR_OVERHEAD + 2L * key.length() + value.getSerializedSize();
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException("The storage in memory was closed; it takes no more requests.");
    }
  }

  private static void check(String table, String key) {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(key, "key");
  }

  private final class SetUpdate implements MemoryTable.Update {
    private final String key;
    private final Value value;
    private @Nullable Value old;
    private boolean refused;

    SetUpdate(String key, Value value) {
      this.key = key;
      this.value = value;
    }

    @Override
    public @Nullable Value apply(@Nullable Value before) {
      long delta = sizeOf(key, value) - (before == null ? 0 : sizeOf(key, before));
      // Room is taken before the value goes in, so that writers together can't exceed the limit.
      if (used.addAndGet(delta) > maxBytes && delta > 0) {
        used.addAndGet(-delta);
        refused = true;
        return before;
      }
      old = before;
      return value;
    }
  }

  private final class DelUpdate implements MemoryTable.Update {
    private final String key;
    private @Nullable Value old;

    DelUpdate(String key) {
      this.key = key;
    }

    @Override
    public @Nullable Value apply(@Nullable Value before) {
      if (before != null) {
        used.addAndGet(-sizeOf(key, before));
        old = before;
      }
      return null;
    }
  }
}
