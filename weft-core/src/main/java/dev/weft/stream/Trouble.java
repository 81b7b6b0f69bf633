package dev.weft.stream;

import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Future;
import org.jspecify.annotations.Nullable;

/** What to do with failures and items that nobody can receive any more. */
final class Trouble {

  private Trouble() {}

  /** A failure with another one suppressed on it. */
  static @Nullable Throwable add(@Nullable Throwable first, @Nullable Throwable later) {
    if (first == null || later == null) {
      return first == null ? later : first;
    }
    if (first != later) {
      first.addSuppressed(later);
    }
    return first;
  }

  /** Adds a failure of something that was cancelled: its cancellation is none. */
  static @Nullable Throwable ofCancelled(@Nullable Throwable first, Throwable thrown) {
    if (!(thrown instanceof Cancellation)) {
      return add(first, thrown);
    }
    Throwable all = first;
    for (Throwable inCleanUp : thrown.getSuppressed()) {
      all = add(all, inCleanUp);
    }
    return all;
  }

  /** The close of an item that nobody takes, null if there is nothing more to do. */
  static @Nullable Future<Void> discard(@Nullable Object item) throws Exception {
    if (item instanceof AsyncCloseable closeable) {
      return closeable.closeAsync();
    }
    if (item instanceof AutoCloseable closeable) {
      closeable.close();
    }
    return null;
  }
}
