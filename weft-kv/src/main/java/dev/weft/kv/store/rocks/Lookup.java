package dev.weft.kv.store.rocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Reads the values of keys, as many at a time as memory bears. */
final class Lookup {

  /*
   * Idea: keys are small and values needn't be, and how large those of a request are together is known
   * only when they are read. So a look-up asks for a few keys at a time and is given up when what it has
   * found is more than any answer may be.
   */

  /** Keys whose values are read at once. */
  static final int AT_ONCE = 16;

  private final long maxBytes;

  /** Creates one that gives up above so many bytes. */
  Lookup(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Neighbours with few keys together, those with many alone. */
  static List<List<Call<?>>> groups(List<Call<?>> round) {
    var groups = new ArrayList<List<Call<?>>>();
    List<Call<?>> group = List.of();
    int keys = AT_ONCE;
    for (Call<?> call : round) {
      keys += call.keys().length;
      if (keys > AT_ONCE) {
        group = new ArrayList<>();
        groups.add(group);
        keys = call.keys().length;
      }
      group.add(call);
    }
    return groups;
  }

  /** The values, or {@code null} if there are many keys and their values are too large. */
  @Nullable List<byte @Nullable []> values(Natives natives, List<byte[]> keys)
      throws RocksDBException {
    if (keys.size() <= AT_ONCE) {
      return natives.getAll(keys);
    }
    var all = new ArrayList<byte @Nullable []>(keys.size());
    long bytes = 0;
    for (int from = 0; from < keys.size(); from += AT_ONCE) {
      List<byte[]> next = keys.subList(from, Math.min(keys.size(), from + AT_ONCE));
      for (byte[] value : natives.getAll(next)) {
        bytes += value == null ? 0 : value.length;
        all.add(value);
      }
      if (bytes > maxBytes) {
        return null;
      }
    }
    return all;
  }

  /** Why a call isn't answered. */
  IOException tooLarge(Call<?> call) {
    return new IOException(
        "The values of the %s take more than %d bytes; nothing was done."
            .formatted(call, maxBytes));
  }
}
