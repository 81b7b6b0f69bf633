package dev.weft.codegen;

import dev.weft.Future;
import org.jspecify.annotations.Nullable;

/**
 * A future that many may await, each with a wait of its own that can be cancelled alone.
 *
 * @param <T> type of the result
 */
public interface Shared<T extends @Nullable Object> extends Future<T> {

  /**
   * Starts a wait for one owner.
   *
   * @return a future that has not been polled
   */
  RawFuture<T> newWait();
}
