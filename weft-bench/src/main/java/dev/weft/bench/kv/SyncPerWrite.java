package dev.weft.bench.kv;

import dev.weft.bench.process.Control;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The log that everybody writes first: each writer puts its record into a preallocated file and
 * forces it, one after another.
 */
final class SyncPerWrite {

  /** Enough for the fastest disk and the longest run; the file is written from the front again. */
  private static final int FILE_BYTES = 64 << 20;

  /** A record of the log engine with a value of 100 bytes. */
  private static final int RECORD_BYTES = 144;

  private final FileChannel file;
  private final ReentrantLock lock = new ReentrantLock();
  private long position; // by lock

  private SyncPerWrite(FileChannel file) {
    this.file = file;
  }

  /**
   * Answers {@code run} by the writes of a second, until the input ends.
   *
   * @param args the folder, how many writers, and the nanoseconds of a run
   */
  public static void main(String[] args) throws Exception {
    Path path = Path.of(args[0]).resolve("sync-per-write");
    int writers = Integer.parseInt(args[1]);
    long nanos = Long.parseLong(args[2]);
    try (FileChannel file =
            FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      file.write(ByteBuffer.allocateDirect(FILE_BYTES));
      file.force(true);
      var log = new SyncPerWrite(file);
      Control.say("ready", 0);
      Control.serveUntilEnd(Map.of("run", _ -> log.run(threads, writers, nanos)));
    }
  }

  private double run(ExecutorService threads, int writers, long nanos) throws Exception {
    long start = System.nanoTime();
    var counts = new ArrayList<Callable<Long>>();
    for (int i = 0; i < writers; i++) {
      counts.add(() -> write(start + nanos));
    }
    long writes = 0;
    for (Future<Long> count : threads.invokeAll(counts)) {
      writes += count.get();
    }
    return Rate.perSecond(writes, System.nanoTime() - start);
  }

  private long write(long until) throws IOException {
    ByteBuffer record = ByteBuffer.allocateDirect(RECORD_BYTES);
    long writes = 0;
    while (System.nanoTime() - until < 0) {
      lock.lock();
      try {
        record.clear();
        file.write(record, position);
        file.force(false);
        position = (position + RECORD_BYTES) % (FILE_BYTES - RECORD_BYTES);
      } finally {
        lock.unlock();
      }
      writes++;
    }
    return writes;
  }
}
