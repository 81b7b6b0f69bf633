package dev.weft.kv.store.log;

import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores several values, one record after another. */
final class SetManyCall extends WriteCall<List<Outcome<@Nullable Value>>> {

  private final String table;
  private final List<Kvpair> pairs;
  private final long bytes;

  SetManyCall(WriteQueue queue, String table, List<Kvpair> pairs) {
    super(queue);
    this.table = table;
    this.pairs = List.copyOf(pairs);
    long sum = 0;
    for (Kvpair pair : this.pairs) {
      sum += RecordBuffer.bound(table, pair.getKey(), pair.getValue());
    }
    this.bytes = sum;
  }

  @Override
  List<Outcome<@Nullable Value>> run(Writer writer) throws LogFailedException {
    var outcomes = new ArrayList<Outcome<@Nullable Value>>(pairs.size());
    for (Kvpair pair : pairs) {
      try {
        outcomes.add(new Outcome.Done<>(writer.set(table, pair.getKey(), pair.getValue())));
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
