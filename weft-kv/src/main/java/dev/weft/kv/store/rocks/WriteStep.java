package dev.weft.kv.store.rocks;

import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Writes that go to the database together. Each sees what those before it have changed, and each
 * key is written once, as the last of them left it.
 */
final class WriteStep {

  private static final long ENOUGH_BYTES = 16L << 20;

  /** One key of a step: what it has, and whether that has to be stored. */
  private static final class Entry {
    private @Nullable Value value;
    private boolean changed;

    Entry(@Nullable Value value) {
      this.value = value;
    }
  }

  private final Database database;
  private final Lookup lookup;
  private final Map<ByteBuffer, Entry> entries = new LinkedHashMap<>();
  private final Map<Call<?>, Slot[]> answers = new LinkedHashMap<>();
  private long records;
  private long bytes; // that the old values take

  WriteStep(Database database, Lookup lookup) {
    this.database = database;
    this.lookup = lookup;
  }

  /** Takes calls; false, and none is taken, if their old values are too large together. */
  boolean add(Natives natives, List<Call<?>> group) throws IOException, RocksDBException {
    if (!load(natives, group)) {
      return false;
    }
    for (Call<?> call : group) {
      answers.put(call, change(call));
    }
    return true;
  }

  private boolean load(Natives natives, List<Call<?>> group) throws IOException, RocksDBException {
    var missing = new LinkedHashSet<ByteBuffer>();
    for (Call<?> call : group) {
      for (byte[] key : call.keys()) {
        ByteBuffer wrapped = ByteBuffer.wrap(key);
        if (!entries.containsKey(wrapped)) {
          missing.add(wrapped);
        }
      }
    }
    List<byte[]> keys = missing.stream().map(ByteBuffer::array).toList();
    List<byte @Nullable []> found = lookup.values(natives, keys);
    if (found == null) {
      return false;
    }
    for (int i = 0; i < keys.size(); i++) {
      byte[] stored = found.get(i);
      bytes += stored == null ? 0 : stored.length;
      entries.put(ByteBuffer.wrap(keys.get(i)), new Entry(database.parse(stored)));
    }
    return true;
  }

  private Slot[] change(Call<?> call) {
    var old = new Slot[call.keys().length];
    for (int i = 0; i < old.length; i++) {
      Entry entry = entries.get(ByteBuffer.wrap(call.keys()[i]));
      if (entry == null) {
        throw new AssertionError("a key of the step has no entry");
      }
      old[i] = Slot.of(entry.value);
      Value value = call.value(i);
      if (value != null || entry.value != null) { // else it removes what isn't there
        entry.changed = true;
        records++;
      }
      entry.value = value;
    }
    return old;
  }

  /** Whether it holds so much that it should be written before more is added. */
  boolean isFull() {
    return bytes >= ENOUGH_BYTES;
  }

  /** How many writes change something. */
  long records() {
    return records;
  }

  void putInto(WriteBatch batch) throws RocksDBException {
    for (Map.Entry<ByteBuffer, Entry> one : entries.entrySet()) {
      Entry entry = one.getValue();
      if (!entry.changed) {
        continue;
      }
      if (entry.value == null) {
        batch.delete(one.getKey().array());
      } else {
        batch.put(one.getKey().array(), entry.value.toByteArray());
      }
    }
  }

  /** Gives each call what it has found in place of what it changes. */
  void answer() {
    answers.forEach(Call::answer);
  }
}
