package dev.weft.bench.kv;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import com.google.protobuf.ByteString;
import dev.weft.Async;
import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.bench.process.Control;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.kv.store.log.LogOptions;
import dev.weft.kv.store.log.LogStorage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tasks that write into the log engine, each its next pair when the last one is on disk. */
final class LogWriters {

  private static final int VALUE_BYTES = 100;
  private static final int KEYS_PER_WRITER = 1_000;

  private LogWriters() {}

  /**
   * Answers {@code run} by the writes of a second, until the input ends.
   *
   * @param args the folder, how many writers, and the nanoseconds of a run
   */
  public static void main(String[] args) throws Exception {
    int writers = Integer.parseInt(args[1]);
    long nanos = Long.parseLong(args[2]);
    try (Weft weft = Weft.create()) {
      LogStorage storage =
          weft.blockOn(
              LogStorage.open(
                  Path.of(args[0]).resolve("log-" + writers),
                  LogOptions.defaults().withSync(SyncPolicy.ALWAYS)));
      Control.say("ready", 0);
      Control.serveUntilEnd(Map.of("run", _ -> run(weft, storage, writers, nanos)));
      weft.blockOn(storage.closeAsync());
    }
  }

  private static double run(Weft weft, LogStorage storage, int writers, long nanos)
      throws Exception {
    long start = System.nanoTime();
    var counts = new ArrayList<Future<Long>>();
    for (int i = 0; i < writers; i++) {
      counts.add(weft.spawn(write(storage, "w" + i + "-", start + nanos)));
    }
    List<Long> writes = weft.blockOn(Async.join(counts));
    return Rate.perSecond(
        writes.stream().mapToLong(Long::longValue).sum(), System.nanoTime() - start);
  }

  private static Future<Long> write(LogStorage storage, String prefix, long until) {
    Value value = Value.newBuilder().setBinary(ByteString.copyFrom(new byte[VALUE_BYTES])).build();
    return async(
        () -> {
          long writes = 0;
          while (System.nanoTime() - until < 0) {
            await(storage.set(Frames.TABLE, prefix + writes % KEYS_PER_WRITER, value));
            writes++;
          }
          return writes;
        });
  }
}
