package dev.weft.sync;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request to stop, which many tasks can see: it is given once and never taken back.
 *
 * <p>Unlike an abort it stops nobody by itself. A task that has the token looks at it, or waits for
 * it beside its work, and ends in its own way. {@link #cancel()} reaches the token's children and
 * theirs; a child that is cancelled leaves its parent and siblings alone.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="token"}
 *
 * <p>Tokens needn't be closed: a parent knows of a child only while somebody waits for the child. A
 * wait for a token is also one for each of its ancestors, so trees are best kept a few levels deep.
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks, and {@link
 * #cancel()} runs no code of those who wait.
 */
public final class CancellationToken {

  /*
   * Idea: a child refers to its parent, not the other way round. Whether it is cancelled is asked up the
   * chain; who waits for it waits at each token of the chain. So nothing is to be taken out of a parent
   * when a child is forgotten, a parent's children can't pile up, and a grandchild is reached whatever has
   * become of the token in between.
   *
   * Ordering: `cancelled` is written before the notification, and a wait is made before the look; see
   * Until. As the flag never goes back, a notification needs no second look.
   */

  final @Nullable CancellationToken parent;
  final Notify cancels = new Notify();
  private volatile boolean cancelled;

  /** Creates a token without a parent. */
  public CancellationToken() {
    this(null);
  }

  private CancellationToken(@Nullable CancellationToken parent) {
    this.parent = parent;
  }

  /**
   * Creates a token that is cancelled with this one, or before it.
   *
   * @return a child; cancelled already if this one is
   */
  public CancellationToken childToken() {
    return new CancellationToken(this);
  }

  /**
   * Cancels this token and all below it. On return each of them says that it is cancelled, and who
   * waited for one has been woken. A second time does nothing.
   */
  public void cancel() {
    cancelled = true;
    cancels.notifyWaiters();
  }

  /**
   * Whether this token or one above it was cancelled.
   *
   * @return once true, always true
   */
  public boolean isCancelled() {
    for (CancellationToken each = this; each != null; each = each.parent) {
      if (each.cancelled) {
        return true;
      }
    }
    return false;
  }

  /**
   * Waits until the token is cancelled.
   *
   * <p><em>Cancellation:</em> nothing is lost.
   *
   * @return completes when {@link #isCancelled()} is true
   */
  @CancelSafe
  public Future<Void> cancelled() {
    return new TokenWait(this);
  }

  /**
   * Runs a future until it completes or the token is cancelled. If the token is cancelled already
   * the future is never polled; if both happen before the same poll the future's result counts.
   *
   * <p>The future is then cancelled, and the result is there when it has cleaned up. A value or a
   * failure in which its clean-up ends counts all the same.
   *
   * <p><em>Cancellation:</em> cancels the future; what is lost is what that loses.
   *
   * @param future what to run; owned by the result
   * @param <T> type of its value
   * @return the value of the future; null if the token was cancelled first, which of a future
   *     without a value only {@link #isCancelled()} tells apart
   */
  public <T> Future<@Nullable T> runUntilCancelled(Future<T> future) {
    return new RunUntilCancelled<>(this, future);
  }

  /**
   * Ties the token to a block: leaving it cancels the token, unless {@link DropGuard#disarm()} was
   * called.
   *
   * @return to be kept in a try-with-resources
   */
  public DropGuard dropGuard() {
    return new DropGuard(this);
  }

  @Override
  public String toString() {
    return isCancelled() ? "CancellationToken[cancelled]" : "CancellationToken[]";
  }

  /** Cancels a token when it is closed. */
  public static final class DropGuard implements AutoCloseable {

    private final CancellationToken token;
    private final AtomicBoolean armed = new AtomicBoolean(true);

    private DropGuard(CancellationToken token) {
      this.token = token;
    }

    /**
     * Makes {@link #close()} do nothing.
     *
     * @return the token
     */
    public CancellationToken disarm() {
      armed.set(false);
      return token;
    }

    /** Cancels the token, unless this guard was disarmed. Closing twice does nothing. */
    @Override
    public void close() {
      if (armed.getAndSet(false)) {
        token.cancel();
      }
    }

    @Override
    public String toString() {
      return armed.get() ? "DropGuard[armed]" : "DropGuard[]";
    }
  }
}
