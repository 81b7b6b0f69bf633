package dev.weft.sync;

import dev.weft.Async;
import dev.weft.AsyncBody;
import dev.weft.Future;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value that is computed when it is first asked for, also if that takes an {@code await}.
 *
 * {@snippet class="dev.weft.snippets.SyncSnippets" region="lazy"}
 *
 * <p>One who asks computes it, and others wait meanwhile. If the computation fails or is cancelled,
 * the next who asks or waits starts another one.
 *
 * <p><em>Threads:</em> all methods may be called from any thread; none blocks.
 *
 * @param <T> type of the value, which is never null
 */
public final class LazyCell<T> {

  private final OnceCell<T> cell = new OnceCell<>();
  private final AsyncBody<T> body;

  private LazyCell(AsyncBody<T> body) {
    this.body = body;
  }

  /**
   * Creates a cell without a value.
   *
   * @param body computes the value, not null; run in the task of whoever asks first
   * @param <T> type of the value
   * @return a cell that has run nothing yet
   */
  public static <T> LazyCell<T> of(AsyncBody<T> body) {
    return new LazyCell<>(Objects.requireNonNull(body, "body"));
  }

  /**
   * Gets the value, computing it if nobody has.
   *
   * <p><em>Cancellation:</em> cancels the computation if it runs in this wait; then the next one
   * who waits starts anew.
   *
   * @return the value, or the failure of the computation that this wait has run
   */
  public Future<T> get() {
    return new OnceInit<T>(cell, () -> Async.async(body));
  }

  /**
   * The value, if it is there.
   *
   * @return the value or null
   */
  public @Nullable T getNow() {
    return cell.get();
  }

  @Override
  public String toString() {
    T value = cell.get();
    return value == null ? "LazyCell[]" : "LazyCell[" + value + "]";
  }
}
