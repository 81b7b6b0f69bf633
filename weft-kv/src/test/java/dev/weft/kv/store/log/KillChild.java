package dev.weft.kv.store.log;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;
import static dev.weft.kv.testkit.Kv.text;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.kv.proto.Value;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The process that is killed: writers that each do one write after another, numbered, and tell the
 * parent of each that was acknowledged. What the n-th write does follows from n, so the parent can
 * say what has to be there.
 */
final class KillChild {

  static final int WRITERS = 8;
  static final LogOptions OPTIONS =
      LogOptions.defaults().withSegmentBytes(1 << 14).withSnapshotBytes(1 << 15);

  /** Length of a message: the writer, then the number of its write. */
  static final int MESSAGE = 1 + Long.BYTES;

  private static final int KEYS = 20;
  private static final int FILLER = 400;

  private KillChild() {}

  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.create();
        var out = new FileOutputStream(FileDescriptor.out)) {
      weft.blockOn(
          async(
              () -> {
                LogStorage storage = await(LogStorage.open(Path.of(args[0]), OPTIONS));
                List<Future<Void>> writers = new ArrayList<>();
                for (int writer = 0; writer < WRITERS; writer++) {
                  long from = Long.parseLong(args[1 + writer]);
                  writers.add(spawn(write(storage, writer, from, out)));
                }
                for (Future<Void> writer : writers) {
                  await(writer);
                }
              }));
    }
  }

  private static Future<Void> write(
      LogStorage storage, int writer, long from, FileOutputStream out) {
    return async(
        () -> {
          for (long n = from + 1; true; n++) {
            if (deletes(n)) {
              await(storage.del(table(writer), key(n)));
            } else {
              await(storage.set(table(writer), key(n), value(writer, n)));
            }
            tell(out, writer, n);
          }
        });
  }

  private static void tell(FileOutputStream out, int writer, long n) throws IOException {
    out.write(ByteBuffer.allocate(MESSAGE).put((byte) writer).putLong(n).array());
  }

  static String table(int writer) {
    return "writer" + writer;
  }

  private static String key(long n) {
    return "key" + n % KEYS;
  }

  private static boolean deletes(long n) {
    return n % 7 == 3;
  }

  private static Value value(int writer, long n) {
    return text(writer + ":" + n + ":" + "x".repeat((int) (n * 31 % FILLER)));
  }

  /** The table of a writer after its first n writes. */
  static Map<String, Value> expected(int writer, long n) {
    var table = new HashMap<String, Value>();
    for (long i = Math.max(1, n - KEYS + 1); i <= n; i++) {
      if (deletes(i)) {
        table.remove(key(i));
      } else {
        table.put(key(i), value(writer, i));
      }
    }
    return table;
  }
}
