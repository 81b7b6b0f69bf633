package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lock that many may hold to read or one to write, and that may be held across an {@code await}.
 *
 * <p>It is strictly first come, first served: once a writer waits, later readers wait behind it, so
 * that writers don't starve. Who holds it to read and asks for more, be it to read again, may
 * therefore wait for ever; a writer may turn its lock into a reader's by {@link
 * WriteGuard#downgrade()}.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="rwlock"}
 *
 * <p>For a few statements without {@code await} a plain JDK lock is better. The lock belongs to the
 * guard, not to a thread or a task.
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
 */
public final class AsyncRwLock {

  /*
   * Idea: a permit per reader; a writer takes all of them. Permits are handed out in the order of first
   * polls and collected in parts, so that a writer in line keeps later readers out while it collects.
   */

  /** The most that can read at a time. */
  public static final int MAX_READERS = (1 << 29) - 1;

  private final Permits permits;
  private final int maxReaders;

  /** Creates a lock that nobody holds, for up to {@link #MAX_READERS} at a time. */
  public AsyncRwLock() {
    this(MAX_READERS);
  }

  /**
   * Creates a lock that nobody holds.
   *
   * @param maxReaders how many may read at a time, 1 to {@link #MAX_READERS}
   * @throws IllegalArgumentException if {@code maxReaders} is out of this range
   */
  public AsyncRwLock(int maxReaders) {
    if (maxReaders < 1 || maxReaders > MAX_READERS) {
      throw new IllegalArgumentException(
          "The most readers of a lock are "
              + maxReaders
              + "; it must be 1 to "
              + MAX_READERS
              + ".");
    }
    this.maxReaders = maxReaders;
    this.permits = new Permits(maxReaders);
  }

  /**
   * Takes the lock to read, waiting in line from the first poll on.
   *
   * <p><em>Cancellation:</em> safe; only the place in the queue is lost.
   *
   * @return the held lock; close it
   */
  @CancelSafe
  public Future<ReadGuard> read() {
    return new Read(permits);
  }

  /**
   * Takes the lock to write, waiting in line from the first poll on.
   *
   * <p><em>Cancellation:</em> safe; only the place in the queue is lost, and readers who wait
   * behind it go on.
   *
   * @return the held lock; close it
   */
  @CancelSafe
  public Future<WriteGuard> write() {
    return new Write(permits, maxReaders);
  }

  /**
   * Takes the lock to read if no writer holds it and nobody waits for it.
   *
   * @return the held lock; empty if it isn't free
   */
  public Optional<ReadGuard> tryRead() {
    return permits.tryAcquire(1) ? Optional.of(new ReadGuard(permits)) : Optional.empty();
  }

  /**
   * Takes the lock to write if nobody holds it or waits for it.
   *
   * @return the held lock; empty if it isn't free
   */
  public Optional<WriteGuard> tryWrite() {
    return permits.tryAcquire(maxReaders)
        ? Optional.of(new WriteGuard(permits, maxReaders))
        : Optional.empty();
  }

  @Override
  public String toString() {
    int free = permits.available();
    return free == maxReaders
        ? "AsyncRwLock[free]"
        : free == 0 ? "AsyncRwLock[busy]" : "AsyncRwLock[" + (maxReaders - free) + " read]";
  }

  private static ClosedException neverClosed() {
    throw new AssertionError("a lock is never closed");
  }

  private static final class Read extends Acquire<ReadGuard> {

    Read(Permits permits) {
      super(permits, 1);
    }

    @Override
    protected ReadGuard acquired() {
      return new ReadGuard(permits);
    }

    @Override
    protected ClosedException refused() {
      return neverClosed();
    }
  }

  private static final class Write extends Acquire<WriteGuard> {

    Write(Permits permits, int all) {
      super(permits, all);
    }

    @Override
    protected WriteGuard acquired() {
      return new WriteGuard(permits, wanted);
    }

    @Override
    protected ClosedException refused() {
      return neverClosed();
    }
  }

  /** The lock while it is held to read. */
  public static final class ReadGuard implements AutoCloseable {

    private final Permits permits;
    private final AtomicBoolean held = new AtomicBoolean(true);

    private ReadGuard(Permits permits) {
      this.permits = permits;
    }

    /** Unlocks. Closing twice does nothing. */
    @Override
    public void close() {
      if (held.getAndSet(false)) {
        permits.release(1);
      }
    }

    @Override
    public String toString() {
      return held.get() ? "ReadGuard[held]" : "ReadGuard[closed]";
    }
  }

  /** The lock while it is held to write. */
  public static final class WriteGuard implements AutoCloseable {

    private final Permits permits;
    private final int all;
    private final AtomicBoolean held = new AtomicBoolean(true);

    private WriteGuard(Permits permits, int all) {
      this.permits = permits;
      this.all = all;
    }

    /**
     * Goes on to read without letting a writer in between. Readers who are first in line get in,
     * too.
     *
     * @return the lock, held to read; this guard is closed
     * @throws IllegalStateException if this guard was closed before
     */
    public ReadGuard downgrade() {
      if (!held.getAndSet(false)) {
        throw new IllegalStateException(
            "A write guard was closed before; only a held lock can be downgraded.");
      }
      var guard = new ReadGuard(permits);
      if (all > 1) {
        permits.release(all - 1);
      }
      return guard;
    }

    /** Unlocks. Closing twice, or after {@link #downgrade()}, does nothing. */
    @Override
    public void close() {
      if (held.getAndSet(false)) {
        permits.release(all);
      }
    }

    @Override
    public String toString() {
      return held.get() ? "WriteGuard[held]" : "WriteGuard[closed]";
    }
  }
}
