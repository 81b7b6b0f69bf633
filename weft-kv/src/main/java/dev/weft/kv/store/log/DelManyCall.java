package dev.weft.kv.store.log;

import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes several keys, one record after another. */
final class DelManyCall extends WriteCall<List<Outcome<@Nullable Value>>> {

  private final String table;
  private final List<String> keys;
  private final long bytes;

  DelManyCall(WriteQueue queue, String table, List<String> keys) {
    super(queue);
    this.table = table;
    this.keys = List.copyOf(keys);
    long sum = 0;
    for (String key : this.keys) {
      sum += RecordBuffer.bound(table, key, null);
    }
    this.bytes = sum;
  }

  @Override
  List<Outcome<@Nullable Value>> run(Writer writer) throws LogFailedException {
    var outcomes = new ArrayList<Outcome<@Nullable Value>>(keys.size());
    for (String key : keys) {
      try {
        outcomes.add(new Outcome.Done<>(writer.del(table, key)));
      } catch (LogFailedException broken) {
        throw broken;
      } catch (IOException refused) {
        outcomes.add(new Outcome.Failed<>(refused));
      }
    }
    return outcomes;
  }

  @Override
  long bytes() {
    return bytes;
  }
}
