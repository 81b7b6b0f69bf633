package dev.weft.io;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Direct buffers of one size for the moments in which connections have bytes under way, so that an
 * idle connection holds none. {@link AsyncRead#readPooled} takes one when there is something to
 * read.
 *
 * {@snippet class="dev.weft.snippets.IoSnippets" region="pooled"}
 *
 * <p>One pool serves a whole server. It never waits: without an idle buffer it allocates one, and
 * buffers beyond {@link #mostIdle} that come back are left to the garbage collector.
 *
 * <p><em>Threads:</em> any.
 */
public final class BufferPool {

  /*
   * Idea: the buffer that was given back last is the one that is still in the processor's cache. So each
   * thread first looks at a few slots of its own choice, which are swapped for null and back; what
   * doesn't fit there is a stack under a lock, which is only met when many buffers are out at once.
   *
   * A read that fills its buffer doesn't say whether more is left, so that a socket has to be asked once
   * more, in vain where messages are as long as buffers. So buffers have some room besides, for reads only:
   * a message of exactly that length then leaves room, and nothing else can be left.
   *
   * Ownership: a buffer belongs to one PooledBuffer, which gives it back once. The compare-and-set, or the
   * lock, hands it over with its content, which isn't wiped: position and limit say what is valid.
   */

  private static final int ROOM_BESIDES = 64;
  private static final int SLOTS = 32;
  private static final int SLOTS_OF_A_THREAD = 4;
  private static final int USUAL_IDLE = 1024;

  private final int bufferBytes;
  private final int mostIdle;
  private final AtomicReferenceArray<ByteBuffer> near = new AtomicReferenceArray<>(SLOTS);
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<ByteBuffer> others = new ArrayDeque<>(); // guarded by lock
  private final AtomicInteger othersCount = new AtomicInteger();

  private BufferPool(int bufferBytes, int mostIdle) {
    this.bufferBytes = bufferBytes;
    this.mostIdle = mostIdle;
  }

  /**
   * A pool that keeps up to 1,024 idle buffers.
   *
   * @param bufferBytes size of each, from 1 to 1 GiB
   * @return an empty pool
   */
  public static BufferPool direct(int bufferBytes) {
    return direct(bufferBytes, USUAL_IDLE);
  }

  /**
   * A pool that keeps so many idle buffers.
   *
   * @param bufferBytes size of each, from 1 to 1 GiB
   * @param mostIdle how many may be idle, at least 0; up to 32 more are kept near the threads that
   *     use them
   * @return an empty pool
   */
  public static BufferPool direct(int bufferBytes, int mostIdle) {
    return new BufferPool(
        Limits.check("bufferBytes", bufferBytes, 1), Limits.check("mostIdle", mostIdle, 0));
  }

  /**
   * Takes a buffer.
   *
   * @return empty, that is, with room for {@link #bufferBytes}; close it when it isn't needed any
   *     more
   */
  public PooledBuffer take() {
    return new PooledBuffer(this, takeBuffer().limit(bufferBytes));
  }

  /**
   * Size of each buffer. A read may put a few bytes more into it.
   *
   * @return bytes
   */
  public int bufferBytes() {
    return bufferBytes;
  }

  /**
   * How many buffers may be idle, besides a few near the threads that use them.
   *
   * @return a number of buffers
   */
  public int mostIdle() {
    return mostIdle;
  }

  /**
   * How many buffers are idle now.
   *
   * @return a number of buffers, a snapshot
   */
  public int idle() {
    int count = othersCount.get();
    for (int i = 0; i < SLOTS; i++) {
      count += near.get(i) == null ? 0 : 1;
    }
    return count;
  }

  /** A buffer with somewhat more room. */
  ByteBuffer takeBuffer() {
    int first = firstSlot();
    for (int i = 0; i < SLOTS_OF_A_THREAD; i++) {
      ByteBuffer found = near.get(first + i);
      if (found != null && near.compareAndSet(first + i, found, null)) {
        return found.clear();
      }
    }
    ByteBuffer found = othersCount.get() == 0 ? null : takeOther();
    return found == null ? ByteBuffer.allocateDirect(bufferBytes + ROOM_BESIDES) : found.clear();
  }

  private ByteBuffer takeOther() {
    lock.lock();
    try {
      ByteBuffer found = others.pollLast();
      othersCount.set(others.size());
      return found;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a buffer back, to which nobody else refers any more. */
  void give(ByteBuffer buffer) {
    int first = firstSlot();
    for (int i = 0; i < SLOTS_OF_A_THREAD; i++) {
      if (near.get(first + i) == null && near.compareAndSet(first + i, null, buffer)) {
        return;
      }
    }
    if (othersCount.get() < mostIdle) {
      lock.lock();
      try {
        others.addLast(buffer);
        othersCount.set(others.size());
      } finally {
        lock.unlock();
      }
    }
  }

  private static int firstSlot() {
    return (int) (Thread.currentThread().threadId() * SLOTS_OF_A_THREAD % SLOTS);
  }

  @Override
  public String toString() {
    return "BufferPool[" + bufferBytes + " bytes, " + idle() + " idle]";
  }
}
