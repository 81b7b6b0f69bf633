package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock that may be held across an {@code await}, first come, first served as far as tasks wait.
 *
 * <p>A task that runs and finds the lock free may take it although others have waited longer and
 * are just being woken. So a lock that is held for a moment at a time costs little however many
 * want it. Nobody starves: who waits longest is overtaken 64 times at most and then gets the lock.
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

  private final BargingLock lock = new BargingLock();

  /** Creates a lock that nobody holds. */
  public AsyncMutex() {}

  /**
   * Takes the lock, waiting in line from the first poll on.
   *
   * <p><em>Cancellation:</em> safe; only the place in the queue is lost. A lock for which a wait
   * was woken that is cancelled before its next poll goes to the next in line.
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
    return lock.tryAcquire(false) ? Optional.of(new Guard(lock)) : Optional.empty();
  }

  /**
   * Whether the lock is held.
   *
   * @return a snapshot
   */
  public boolean isLocked() {
    return lock.isLocked();
  }

  @Override
  public String toString() {
    return isLocked() ? "AsyncMutex[locked]" : "AsyncMutex[free]";
  }

  private static final class Lock extends BargingLock.Wait<Guard> {

    private final BargingLock lock;

    Lock(BargingLock lock) {
      this.lock = lock;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      return lock.poll(this, cx.waker()) ? new Guard(lock) : PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      lock.cancel(this);
      return true;
    }
  }

  /** The lock while it is held. Only its guard can unlock it. */
  public static final class Guard implements AutoCloseable {

    private final BargingLock lock;
    private volatile boolean closed;

    private Guard(BargingLock lock) {
      this.lock = lock;
    }

    /**
     * Unlocks and wakes the first in line. Closing twice does nothing, also when somebody else
     * holds the lock by then.
     */
    @Override
    public void close() {
      if (CLOSED.compareAndSet(this, false, true)) {
        lock.release();
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
