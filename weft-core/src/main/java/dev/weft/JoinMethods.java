package dev.weft;

import dev.weft.internal.gate.Gate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The waiting-for-all methods of {@link Async}, apart so that each file stays readable. */
abstract class JoinMethods extends JoinManyMethods {

  JoinMethods() {}

  /**
   * Runs two futures concurrently in one task and waits for both. If any fails, the first failure
   * is thrown at the end, with the others suppressed on it.
   *
   * <p><em>Cancellation:</em> cancels both.
   *
   * @param a first future
   * @param b second future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @return both results
   */
  public static <A extends @Nullable Object, B extends @Nullable Object> Future<Join2<A, B>> join(
      Future<A> a, Future<B> b) {
    return join2(a, b, false);
  }

  /**
   * Like {@link #join(Future, Future)}, but the first failure cancels the rest, waits for their
   * clean-up and is thrown.
   *
   * @param a first future
   * @param b second future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @return both results
   */
  public static <A extends @Nullable Object, B extends @Nullable Object>
      Future<Join2<A, B>> tryJoin(Future<A> a, Future<B> b) {
    return join2(a, b, true);
  }

  /**
   * Runs futures concurrently in one task and waits for all. If any fails, the first failure is
   * thrown at the end, with the others suppressed on it.
   *
   * @param futures what to run; may be empty
   * @param <T> type of the results
   * @return the results in the order of the futures, an unmodifiable list
   */
  public static <T extends @Nullable Object> Future<List<T>> join(
      List<? extends Future<T>> futures) {
    return Gate.get().join(List.copyOf(futures), false, JoinMethods::<T>listOf);
  }

  /**
   * Like {@link #join(List)}, but the first failure cancels the rest, waits for their clean-up and
   * is thrown.
   *
   * @param futures what to run; may be empty
   * @param <T> type of the results
   * @return the results in the order of the futures, an unmodifiable list
   */
  public static <T extends @Nullable Object> Future<List<T>> tryJoin(
      List<? extends Future<T>> futures) {
    return Gate.get().join(List.copyOf(futures), true, JoinMethods::<T>listOf);
  }

  @SuppressWarnings("unchecked") // future 0 yields A and future 1 yields B
  private static <A extends @Nullable Object, B extends @Nullable Object> Future<Join2<A, B>> join2(
      Future<A> a, Future<B> b, boolean failFast) {
    return Gate.get()
        .join(
            List.of(Objects.requireNonNull(a, "a"), Objects.requireNonNull(b, "b")),
            failFast,
            results -> new Join2<>((A) results[0], (B) results[1]));
  }

  @SuppressWarnings("unchecked") // all futures yield T; null results rule out List.of
  private static <T extends @Nullable Object> List<T> listOf(@Nullable Object[] results) {
    return (List<T>) Collections.unmodifiableList(Arrays.asList(results));
  }
}
