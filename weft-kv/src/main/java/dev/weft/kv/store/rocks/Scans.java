package dev.weft.kv.store.rocks;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The scans whose native objects aren't released. */
final class Scans {

  /*
   * A stream that is read to its end or fails releases its scan itself. One that is dropped half-way
   * tells nobody: it is found here once it is garbage, and released by the next request of any kind, on
   * that one's thread of the blocking pool. If no request comes, nothing more is held either.
   */

  private final Set<Handle> open = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> abandoned = new ReferenceQueue<>();

  /** Watches over a scan for as long as its stream is in use. */
  void watch(Object stream, Scan scan) {
    open.add(new Handle(stream, scan));
  }

  /** The scan was released by its stream. */
  void forget(Scan scan) {
    open.removeIf(handle -> handle.scan == scan);
  }

  /** How many are watched over. */
  int count() {
    return open.size();
  }

  /** Releases those whose streams are gone; within the database's gate. */
  void releaseAbandoned() {
    Reference<?> gone = abandoned.poll();
    while (gone != null) {
      Handle handle = (Handle) gone;
      open.remove(handle);
      handle.scan.release();
      gone = abandoned.poll();
    }
  }

  /** Releases all of them, as the database closes; within its gate. */
  void releaseAll() {
    open.forEach(handle -> handle.scan.release());
    open.clear();
  }

  private final class Handle extends PhantomReference<Object> {
    private final Scan scan;

    Handle(Object stream, Scan scan) {
      super(stream, abandoned);
      this.scan = scan;
    }
  }
}
