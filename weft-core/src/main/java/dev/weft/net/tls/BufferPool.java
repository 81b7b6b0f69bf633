package dev.weft.net.tls;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Buffers of the size of a record, for the moments in which a connection has bytes under way.
 *
 * <p><em>Threads:</em> any.
 */
final class BufferPool {

  /*
   * Idea: a connection that is idle holds no buffer, so ten thousand of them need hardly more than the
   * few that are busy at the same time. A lost buffer costs a little garbage and nothing else, so the
   * pool is a plain array that is searched: a taker swaps a buffer for null, a giver null for a buffer,
   * and who finds nothing allocates or drops. The search begins at a place that depends on the thread,
   * which keeps threads apart and gives each the buffer that is warm in its cache.
   *
   * Ownership: a buffer belongs to who took it until it is given back; the compare-and-set hands it over
   * with its content. That is not wiped: every reader sets position and limit by what it wrote itself.
   *
   * On the heap, since the JDK's ciphers work on arrays and would copy direct memory.
   */

  private static final int SLOTS = 32;

  private final AtomicReferenceArray<ByteBuffer> idle = new AtomicReferenceArray<>(SLOTS);
  private final int size;

  /** Creates an empty pool of buffers of a size. */
  BufferPool(int size) {
    this.size = size;
  }

  /** An empty buffer. */
  ByteBuffer take() {
    int first = first();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (first + i) % SLOTS;
      ByteBuffer found = idle.get(slot);
      if (found != null && idle.compareAndSet(slot, found, null)) {
        return found.clear();
      }
    }
    return ByteBuffer.allocate(size);
  }

  /** An empty buffer of at least a size; a large one is not from the pool. */
  ByteBuffer take(int atLeast) {
    return atLeast <= size ? take() : ByteBuffer.allocate(atLeast);
  }

  /** Takes a buffer back, to which nobody may refer any more. */
  void give(ByteBuffer buffer) {
    if (buffer.capacity() != size) {
      return;
    }
    int first = first();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (first + i) % SLOTS;
      if (idle.get(slot) == null && idle.compareAndSet(slot, null, buffer)) {
        return;
      }
    }
  }

  /** How many are idle. */
  int size() {
    int count = 0;
    for (int i = 0; i < SLOTS; i++) {
      count += idle.get(i) == null ? 0 : 1;
    }
    return count;
  }

  private static int first() {
    return (int) (Thread.currentThread().threadId() * 4 % SLOTS);
  }
}
