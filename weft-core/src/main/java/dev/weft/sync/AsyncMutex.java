package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * A lock that may be held across an {@code await}, strictly first come, first served.
 *
 * <p>For a few statements without {@code await} a plain JDK lock is better. The lock belongs to the
 * {@link Guard}, not to a thread or a task: it may be closed anywhere, and who holds it and locks
 * again waits for ever.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="mutex"}
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
 */
public final class AsyncMutex {

  private final Permits lock = new Permits(1);

  /** Creates a lock that nobody holds. */
  public AsyncMutex() {}

  /**
   * Takes the lock, waiting in line from the first poll on.
   *
   * <p><em>Cancellation:</em> safe; only the place in the queue is lost. A lock that was handed to
   * a wait which is cancelled before its next poll goes to the next in line.
   *
   * @return the held lock; close it
   */
  @CancelSafe
  public Future<Guard> lock() {
    return new Lock(lock);
  }

  /**
   * Takes the lock if nobody holds it or waits for it.
   *
   * @return the held lock; empty if it isn't free
   */
  public Optional<Guard> tryLock() {
    return lock.tryAcquire(1) ? Optional.of(new Guard(lock)) : Optional.empty();
  }

  /**
   * Whether the lock is held.
   *
   * @return a snapshot
   */
  public boolean isLocked() {
    return lock.available() == 0;
  }

  @Override
  public String toString() {
    return isLocked() ? "AsyncMutex[locked]" : "AsyncMutex[free]";
  }

  private static final class Lock extends Acquire<Guard> {

    Lock(Permits lock) {
      super(lock, 1);
    }

    @Override
    protected Guard acquired() {
      return new Guard(permits);
    }

    @Override
    protected ClosedException refused() {
      throw new AssertionError("a mutex is never closed");
    }
  }

  /** The lock while it is held. Only its guard can unlock it. */
  public static final class Guard implements AutoCloseable {

    private final Permits lock;
    private volatile boolean closed;

    private Guard(Permits lock) {
      this.lock = lock;
    }

    /**
     * Unlocks: the first in line holds the lock when this returns. Closing twice does nothing, also
     * when somebody else holds the lock by then.
     */
    @Override
    public void close() {
      if (CLOSED.compareAndSet(this, false, true)) {
        lock.release(1);
      }
    }

    @Override
    public String toString() {
      return closed ? "Guard[closed]" : "Guard[held]";
    }

    private static final VarHandle CLOSED;

    static {
      try {
        CLOSED = MethodHandles.lookup().findVarHandle(Guard.class, "closed", boolean.class);
      } catch (ReflectiveOperationException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }
  }
}
