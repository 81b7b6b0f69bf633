package dev.weft.codegen;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import org.jspecify.annotations.Nullable;

/**
 * A future that answers a poll with its result itself or with {@link #PENDING}, so that one future
 * can poll another without allocating.
 *
 * @param <T> type of the result
 */
public abstract class RawFuture<T extends @Nullable Object> implements Future<T> {

  /** The answer "not yet" of {@link #pollRaw}; never a result. */
  public static final Object PENDING = new PendingMark();

  /** Creates a future that hasn't been polled. */
  protected RawFuture() {}

  /**
   * Polls without a {@link Poll} object.
   *
   * @param cx as for {@link #poll}
   * @return the result, which may be {@code null}, or {@link #PENDING}
   * @throws Exception the failure of this future
   */
  public abstract @Nullable Object pollRaw(Context cx) throws Exception;

  /**
   * Takes the future for one task, so that it can't be spawned twice.
   *
   * @return false if it was taken before
   */
  public abstract boolean claim();

  /**
   * Where in the source this future waits, for dumps. Any thread may ask; the answer is a snapshot.
   *
   * @return the line, or {@code null} if it isn't known
   */
  public @Nullable StackTraceElement location() {
    return null;
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // pollRaw yields PENDING or a T, which may be null
  public final Poll<T> poll(Context cx) throws Exception {
    Object result = pollRaw(cx);
    if (result == PENDING) {
      return Poll.pending();
    }
    return Poll.ready((T) result);
  }

  /**
   * The future as one owner polls it: itself, a fresh wait on a shared one such as a join handle,
   * or a view of one that was written by hand.
   *
   * @param future what to own
   * @param <T> type of the result
   * @return a raw future for one owner
   */
  @SuppressWarnings("unchecked") // Shared<T> waits for a T
  public static <T extends @Nullable Object> RawFuture<T> own(Future<T> future) {
    if (future instanceof RawFuture<T> raw) {
      return raw;
    }
    if (future instanceof Shared<?> shared) {
      return ((Shared<T>) shared).newWait();
    }
    return new ForeignFuture<>(future);
  }

  private static final class PendingMark {
    @Override
    public String toString() {
      return "PENDING";
    }
  }
}
