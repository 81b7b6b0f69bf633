package dev.weft.kv.store.log;

import dev.weft.kv.proto.Value;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Stores one value. */
final class SetCall extends WriteCall<@Nullable Value> {

  private final String table;
  private final String key;
  private final Value value;

  SetCall(WriteQueue queue, String table, String key, Value value) {
    super(queue);
    this.table = table;
    this.key = key;
    this.value = value;
  }

  @Override
  @Nullable Value run(Writer writer) throws IOException {
    return writer.set(table, key, value);
  }

  @Override
  long bytes() {
    return RecordBuffer.bound(table, key, value);
  }
}
