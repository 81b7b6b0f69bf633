package dev.weft.kv.store;

import dev.weft.Context;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.stream.AsyncStream;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The pairs that a table has at the first poll. */
final class SnapshotStream implements AsyncStream<Kvpair> {

  private final Callable<List<Map.Entry<String, Value>>> snapshot;
  private @Nullable Iterator<Map.Entry<String, Value>> rest; // owned by the consumer

  SnapshotStream(Callable<List<Map.Entry<String, Value>>> snapshot) {
    this.snapshot = snapshot;
  }

  @Override
  public @Nullable Object pollNext(Context cx) throws Exception {
    Iterator<Map.Entry<String, Value>> pairs = rest;
    if (pairs == null) {
      pairs = snapshot.call().iterator();
      rest = pairs;
    }
    if (!pairs.hasNext()) {
      return null;
    }
    Map.Entry<String, Value> pair = pairs.next();
    return Kvpair.newBuilder().setKey(pair.getKey()).setValue(pair.getValue()).build();
  }
}
