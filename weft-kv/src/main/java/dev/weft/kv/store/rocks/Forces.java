package dev.weft.kv.store.rocks;

import dev.weft.kv.store.ForceListener;
import dev.weft.spi.Clock;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;

/** What was written and isn't forced yet, and who is told of each force. */
final class Forces {

  /*
   * A write is counted when the library has it, and a force takes the count before it begins: what is
   * written meanwhile is left for the next one, even if this one has caught it.
   */

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final ForceListener listener;
  private final Clock clock;
  private final AtomicLong unforced = new AtomicLong(); // writes

  Forces(ForceListener listener, Clock clock) {
    this.listener = listener;
    this.clock = clock;
  }

  /** A call into the library that forces. */
  @FunctionalInterface
  interface Force {
    void run() throws RocksDBException;
  }

  void wrote(long records) {
    unforced.addAndGet(records);
  }

  boolean isAnyDue() {
    return unforced.get() > 0;
  }

  /** Forces what was written so far. */
  void forceAll(Force force) throws RocksDBException {
    force(unforced.getAndSet(0), force);
  }

  /** Forces so many writes, which aren't counted as written. */
  void force(long records, Force force) throws RocksDBException {
    long begin = clock.nanoTime();
    force.run();
    try {
      listener.onForce(records, clock.nanoTime() - begin);
    } catch (RuntimeException failure) {
      LOG.log(Level.ERROR, "The listener of forces threw.", failure);
    }
  }
}
