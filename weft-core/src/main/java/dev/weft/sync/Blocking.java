package dev.weft.sync;

import dev.weft.Async;
import dev.weft.Future;
import org.jspecify.annotations.Nullable;

/** The twins that block: an await outside any block, with the exceptions that can come of it. */
final class Blocking {

  private Blocking() {}

  /** Waits for a future that may fail with a {@link ClosedException}. */
  @SuppressWarnings("RedundantThrows") // awaitUnchecked throws what the future fails with
  static <T extends @Nullable Object> T wait(Future<T> future)
      throws ClosedException, InterruptedException {
    return Async.awaitUnchecked(future);
  }

  /** Waits for a future that doesn't fail. */
  @SuppressWarnings("RedundantThrows") // as above
  static <T extends @Nullable Object> T unfailing(Future<T> future) throws InterruptedException {
    return Async.awaitUnchecked(future);
  }
}
