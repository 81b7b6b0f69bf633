package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
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
    long term = lock.tryAcquire(false);
    return term == BargingLock.NOT_HELD ? Optional.empty() : Optional.of(new Guard(lock, term));
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

  private static final class Lock extends LeafFuture<Guard> {

    private final BargingLock lock;
    private BargingLock.@Nullable Wait wait; // made when this has to wait

    Lock(BargingLock lock) {
      this.lock = lock;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      if (wait == null) {
        long term = lock.tryAcquire(true);
        if (term != BargingLock.NOT_HELD) {
          return new Guard(lock, term);
        }
        wait = new BargingLock.Wait(lock);
      }
      return wait.pollLeaf(cx) == PENDING ? PENDING : new Guard(lock, lock.term());
    }

    @Override
    protected boolean cancelLeaf() {
      return wait == null || wait.cancelLeaf();
    }
  }

  /** The lock while it is held. Only its guard can unlock it. */
  public static final class Guard implements AutoCloseable {

    private final BargingLock lock;
    private final long term;

    private Guard(BargingLock lock, long term) {
      this.lock = lock;
      this.term = term;
    }

    /**
     * Unlocks and wakes the first in line. Closing twice does nothing, also when somebody else
     * holds the lock by then.
     */
    @Override
    public void close() {
      lock.release(term);
    }

    @Override
    public String toString() {
      return lock.isHeld(term) ? "Guard[held]" : "Guard[closed]";
    }
  }
}
