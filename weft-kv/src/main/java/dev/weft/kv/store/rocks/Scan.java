package dev.weft.kv.store.rocks;

import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** A walk through one table as it was when the first page was fetched. */
final class Scan {

  /*
   * State: new -> open (with a native iterator) -> released, or straight to released. All of it is
   * guarded by `lock`, and native objects besides by the database's gate, which fetch and release run
   * within. The lock is for a stream that becomes garbage while its last fetch runs: the release comes
   * from another thread then and waits for it.
   */

  private static final int PAGE_PAIRS = 256;
  private static final long PAGE_BYTES = 64 << 10;

  /**
   * Some pairs.
   *
   * @param pairs in the order of their keys
   * @param last whether there are no more
   */
  record Page(List<Kvpair> pairs, boolean last) {}

  private final Database database;
  private final byte[] prefix;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ReadOptions options;
  private @Nullable Slice end;
  private @Nullable RocksIterator iterator;
  private boolean released;

  Scan(Database database, String table) {
    this.database = database;
    this.prefix = Keys.prefix(table);
  }

  /** The next pairs, at least one unless it is the last page; it blocks. */
  Page fetch() throws IOException {
    return database.use("Reading", this::fetch);
  }

  private Page fetch(Natives natives) throws IOException, RocksDBException {
    lock.lock();
    try {
      if (released) {
        return new Page(List.of(), true);
      }
      boolean more = false;
      try {
        Page page = page(iterator == null ? start(natives) : iterator);
        more = !page.last();
        return page;
      } finally {
        if (!more) {
          release();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private RocksIterator start(Natives natives) {
    end = new Slice(Keys.behind(prefix));
    options = new ReadOptions().setIterateUpperBound(end).setFillCache(false);
    RocksIterator started = natives.db().newIterator(options);
    iterator = started;
    started.seek(prefix);
    return started;
  }

  private Page page(RocksIterator from) throws IOException, RocksDBException {
    var pairs = new ArrayList<Kvpair>();
    long bytes = 0;
    while (from.isValid() && pairs.size() < PAGE_PAIRS && bytes < PAGE_BYTES) {
      byte[] key = from.key();
      byte[] stored = from.value();
      bytes += key.length + stored.length;
      Value value = Objects.requireNonNull(database.parse(stored));
      pairs.add(Kvpair.newBuilder().setKey(Keys.text(key, prefix.length)).setValue(value).build());
      from.next();
    }
    if (!from.isValid()) {
      from.status(); // the end of the table, or a failure that looks like it
    }
    return new Page(pairs, !from.isValid());
  }

  /** Gives the native objects back, within the gate; a second call does nothing. */
  void release() {
    lock.lock();
    try {
      released = true;
      close(iterator);
      close(options);
      close(end);
      iterator = null;
      options = null;
      end = null;
    } finally {
      lock.unlock();
    }
  }

  private static void close(@Nullable AutoCloseable part) {
    if (part != null) {
      try {
        part.close();
      } catch (Exception impossible) {
        throw new AssertionError("native objects close without exceptions", impossible);
      }
    }
  }
}
