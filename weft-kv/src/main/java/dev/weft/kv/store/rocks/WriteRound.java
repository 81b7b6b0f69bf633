package dev.weft.kv.store.rocks;

import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Writes that go to the database together. Each sees what those before it have changed, and each
 * key is written once, as the last of them left it.
 */
final class WriteRound {

  /** One key of a round: what it has, and whether that has to be stored. */
  private static final class Entry {
    private @Nullable Value value;
    private boolean changed;
  }

  private final Map<ByteBuffer, Entry> entries = new LinkedHashMap<>();
  private final Slot[][] answers;
  private long records;

  WriteRound(Database database, Natives natives, List<Call<?>> calls)
      throws IOException, RocksDBException {
    load(database, natives, calls);
    answers = new Slot[calls.size()][];
    for (int i = 0; i < answers.length; i++) {
      answers[i] = change(calls.get(i));
    }
  }

  private void load(Database database, Natives natives, List<Call<?>> calls)
      throws IOException, RocksDBException {
    for (Call<?> call : calls) {
      for (byte[] key : call.keys()) {
        entries.computeIfAbsent(ByteBuffer.wrap(key), _ -> new Entry());
      }
    }
    List<byte[]> keys = entries.keySet().stream().map(ByteBuffer::array).toList();
    List<byte @Nullable []> found = natives.getAll(keys);
    int i = 0;
    for (Entry entry : entries.values()) {
      entry.value = database.parse(found.get(i++));
    }
  }

  private Slot[] change(Call<?> call) {
    var old = new Slot[call.keys().length];
    for (int i = 0; i < old.length; i++) {
      Entry entry = entries.get(ByteBuffer.wrap(call.keys()[i]));
      if (entry == null) {
        throw new AssertionError("a key of the round has no entry");
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

  /** What each call finds in place of what it changes, in their order. */
  Slot[] answer(int call) {
    return answers[call];
  }
}
