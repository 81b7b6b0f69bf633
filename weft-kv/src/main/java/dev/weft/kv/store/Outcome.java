package dev.weft.kv.store;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import org.jspecify.annotations.Nullable;

/**
 * What became of one key of a request for several, which are not atomic together.
 *
 * @param <T> type of the result
 */
public sealed interface Outcome<T extends @Nullable Object> {

  /**
   * The key was served.
   *
   * @param value the result
   * @param <T> type of the result
   */
  record Done<T extends @Nullable Object>(T value) implements Outcome<T> {}

  /**
   * The engine failed on this key.
   *
   * @param failure why
   * @param <T> type of the result that is missing
   */
  record Failed<T extends @Nullable Object>(Exception failure) implements Outcome<T> {}

  /**
   * Turns a failure into a value.
   *
   * <p><em>Cancellation:</em> that of the future.
   *
   * @param future the work on one key
   * @param <T> type of its result
   * @return completes with what became of it; never fails with an exception
   */
  static <T extends @Nullable Object> Future<Outcome<T>> of(Future<T> future) {
    return async(
        () -> {
          try {
            return new Done<>(await(future));
          } catch (Exception failure) {
            return new Failed<>(failure);
          }
        });
  }
}
