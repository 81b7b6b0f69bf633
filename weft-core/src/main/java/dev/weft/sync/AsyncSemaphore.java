package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * A number of permits that tasks take and give back, strictly first come, first served.
 *
 * <p>A request for several permits collects them as they come free. While one waits, no later
 * request gets anything, however small it is, and {@link #availablePermits()} is 0: large requests
 * don't starve.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="semaphore"}
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
 */
public final class AsyncSemaphore {

  /** The most permits that can be free at a time. */
  public static final int MAX_PERMITS = Permits.MAX;

  private final Permits permits;

  /**
   * Creates a semaphore.
   *
   * @param permits how many are free at first, 0 or more
   * @throws IllegalArgumentException if {@code permits} is negative
   */
  public AsyncSemaphore(int permits) {
    this.permits = new Permits(checkCount(permits));
  }

  /**
   * Takes one permit; see {@link #acquire(int)}.
   *
   * <p><em>Cancellation:</em> safe; only the place in the queue is lost.
   *
   * @return the permit, or failure with {@link ClosedException}
   */
  @CancelSafe
  public Future<Permit> acquire() {
    return acquire(1);
  }

  /**
   * Takes permits, waiting in line from the first poll on. All of them are given at once.
   *
   * <p><em>Cancellation:</em> safe; only the place in the queue is lost. What was collected, or was
   * granted and not seen by a poll yet, goes to the next in line.
   *
   * @param count how many, 0 or more; more than there are waits for {@link #addPermits}
   * @return the permits, or failure with {@link ClosedException} once the semaphore is closed
   * @throws IllegalArgumentException if {@code count} is negative
   */
  @CancelSafe
  public Future<Permit> acquire(int count) {
    return new AcquirePermit(permits, checkCount(count));
  }

  /**
   * Takes one permit if one is free now; see {@link #tryAcquire(int)}.
   *
   * @return the permit; empty if none is free or the semaphore is closed
   */
  public Optional<Permit> tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes permits if so many are free now, which implies that nobody waits for any.
   *
   * @param count how many, 0 or more
   * @return the permits; empty if not so many are free or the semaphore is closed
   * @throws IllegalArgumentException if {@code count} is negative
   */
  public Optional<Permit> tryAcquire(int count) {
    return permits.tryAcquire(checkCount(count))
        ? Optional.of(new Permit(permits, count))
        : Optional.empty();
  }

  /**
   * Adds new permits, for those who wait first. Works on a closed semaphore, too, where nobody can
   * take them.
   *
   * @param count how many, 0 or more
   * @throws IllegalArgumentException if {@code count} is negative, or if more than {@link
   *     #MAX_PERMITS} would be free
   */
  public void addPermits(int count) {
    permits.release(checkCount(count));
  }

  /**
   * Takes free permits away for good, as many as there are.
   *
   * @param count how many at most, 0 or more
   * @return how many were taken away
   * @throws IllegalArgumentException if {@code count} is negative
   */
  public int forgetPermits(int count) {
    return permits.forget(checkCount(count));
  }

  /**
   * How many permits are free.
   *
   * @return a snapshot; 0 while somebody waits
   */
  public int availablePermits() {
    return permits.available();
  }

  /** Fails all waits for permits, now and from now on. Permits that are held stay valid. */
  public void close() {
    permits.close();
  }

  /**
   * Whether {@link #close()} was called.
   *
   * @return true once closed
   */
  public boolean isClosed() {
    return permits.isClosed();
  }

  @Override
  public String toString() {
    return "AsyncSemaphore[" + availablePermits() + (isClosed() ? " free, closed]" : " free]");
  }

  private static int checkCount(int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "A number of permits is " + count + "; it must be 0 or more.");
    }
    return count;
  }

  private static final class AcquirePermit extends Acquire<Permit> {

    AcquirePermit(Permits permits, int wanted) {
      super(permits, wanted);
    }

    @Override
    protected Permit acquired() {
      return new Permit(permits, wanted);
    }

    @Override
    protected ClosedException refused() {
      return new ClosedException("The semaphore was closed; nobody gets permits any more.");
    }
  }

  /** Permits that are held, until they are closed. Best kept in a try-with-resources. */
  public static final class Permit implements AutoCloseable {

    private final Permits home;
    private final int count;
    private volatile boolean closed;

    private Permit(Permits home, int count) {
      this.home = home;
      this.count = count;
    }

    /**
     * How many permits this is.
     *
     * @return the number that was asked for
     */
    public int count() {
      return count;
    }

    /** Gives the permits back. Closing twice, or after {@link #forget()}, does nothing. */
    @Override
    public void close() {
      if (CLOSED.compareAndSet(this, false, true)) {
        home.release(count);
      }
    }

    /**
     * Ends this holding without giving the permits back: the semaphore has so many fewer from now
     * on. After {@link #close()} it does nothing.
     */
    public void forget() {
      closed = true;
    }

    @Override
    public String toString() {
      return "Permit[" + count + (closed ? ", closed]" : "]");
    }

    private static final VarHandle CLOSED;

    static {
      try {
        CLOSED = MethodHandles.lookup().findVarHandle(Permit.class, "closed", boolean.class);
      } catch (ReflectiveOperationException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }
  }
}
