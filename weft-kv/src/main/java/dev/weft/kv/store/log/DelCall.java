package dev.weft.kv.store.log;

import dev.weft.kv.proto.Value;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Removes one key. */
final class DelCall extends WriteCall<@Nullable Value> {

  private final String table;
  private final String key;

  DelCall(WriteQueue queue, String table, String key) {
    super(queue);
    this.table = table;
    this.key = key;
  }

  @Override
  @Nullable Value run(Writer writer) throws IOException {
    return writer.del(table, key);
  }

  @Override
  long bytes() {
    return RecordBuffer.bound(table, key, null);
  }
}
