package dev.weft.kv.store.rocks;

import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.proto.Kvpair;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The pairs of a table, fetched a page at a time when the page before is used up. */
final class ScanStream implements AsyncStream<Kvpair> {

  /*
   * State, all of it the consumer's: not begun (`scan` is null) -> in a page -> fetching (`job` is there)
   * -> in a page ... -> ended. A cancelled wait leaves the fetch alone: its page is there for the next
   * poll. The job knows the scan and not this stream, so a stream that is dropped becomes garbage.
   */

  private final Database database;
  private final String table;
  private Iterator<Kvpair> page = Collections.emptyIterator();
  private @Nullable Scan scan;
  private @Nullable JoinHandle<Scan.Page> job;
  private @Nullable RawFuture<Scan.Page> wait;
  private boolean ended;

  ScanStream(Database database, String table) {
    this.database = database;
    this.table = table;
  }

  @Override
  public @Nullable Object pollNext(Context cx) throws Exception {
    while (!page.hasNext()) {
      if (ended) {
        return null;
      }
      if (job == null) {
        job = fetch(cx);
      }
      if (wait == null) {
        wait = RawFuture.own(job);
      }
      Object fetched = ask(wait, cx);
      if (fetched == RawFuture.PENDING) {
        return fetched;
      }
      take((Scan.Page) fetched);
    }
    return page.next();
  }

  private JoinHandle<Scan.Page> fetch(Context cx) {
    var runtime = cx.runtime();
    Scan walking = scan;
    if (walking == null) {
      walking = new Scan(database, table);
      scan = walking;
      database.scans().watch(this, walking);
    }
    return runtime.spawnBlocking(walking::fetch);
  }

  private Object ask(RawFuture<Scan.Page> wait, Context cx) throws Exception {
    try {
      return Objects.requireNonNull(wait.pollRaw(cx));
    } catch (CancellationException runtimeClosed) {
      end();
      throw new IOException(
          "The table " + table + " can't be read on: the runtime is closed.", runtimeClosed);
    } catch (Exception failure) {
      end();
      throw failure;
    }
  }

  private void take(Scan.Page fetched) {
    job = null;
    wait = null;
    page = fetched.pairs().iterator();
    if (fetched.last()) {
      end();
    }
  }

  private void end() {
    ended = true;
    job = null;
    wait = null;
    if (scan != null) {
      database.scans().forget(scan);
    }
  }

  @Override
  public boolean cancelNext() {
    RawFuture<Scan.Page> waiting = wait;
    if (waiting != null) {
      boolean _ = waiting.cancel(); // a wait on a handle is released at once; the job runs on
      wait = null;
    }
    return true;
  }
}
