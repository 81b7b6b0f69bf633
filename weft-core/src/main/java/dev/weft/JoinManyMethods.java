package dev.weft;

import dev.weft.internal.gate.Gate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The waiting-for-three-to-eight methods of {@link Async}, all alike. */
abstract class JoinManyMethods {

  JoinManyMethods() {}

  /**
   * Runs three futures concurrently in one task and waits for all. If any fails, the first failure
   * is thrown at the end, with the others suppressed on it.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @return all results
   */
  public static <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
      Future<Join3<A, B, C>> join(Future<A> a, Future<B> b, Future<C> c) {
    return join3(a, b, c, false);
  }

  /**
   * Like {@link #join(Future, Future, Future)}, but the first failure cancels the rest, waits for
   * their clean-up and is thrown.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @return all results
   */
  public static <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
      Future<Join3<A, B, C>> tryJoin(Future<A> a, Future<B> b, Future<C> c) {
    return join3(a, b, c, true);
  }

  /**
   * Runs four futures concurrently in one task and waits for all. If any fails, the first failure
   * is thrown at the end, with the others suppressed on it.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object>
      Future<Join4<A, B, C, D>> join(Future<A> a, Future<B> b, Future<C> c, Future<D> d) {
    return join4(a, b, c, d, false);
  }

  /**
   * Like {@link #join(Future, Future, Future, Future)}, but the first failure cancels the rest,
   * waits for their clean-up and is thrown.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object>
      Future<Join4<A, B, C, D>> tryJoin(Future<A> a, Future<B> b, Future<C> c, Future<D> d) {
    return join4(a, b, c, d, true);
  }

  /**
   * Runs five futures concurrently in one task and waits for all. If any fails, the first failure
   * is thrown at the end, with the others suppressed on it.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param e fifth future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @param <E> type of the fifth result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object>
      Future<Join5<A, B, C, D, E>> join(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e) {
    return join5(a, b, c, d, e, false);
  }

  /**
   * Like {@link #join(Future, Future, Future, Future, Future)}, but the first failure cancels the
   * rest, waits for their clean-up and is thrown.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param e fifth future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @param <E> type of the fifth result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object>
      Future<Join5<A, B, C, D, E>> tryJoin(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e) {
    return join5(a, b, c, d, e, true);
  }

  /**
   * Runs six futures concurrently in one task and waits for all. If any fails, the first failure is
   * thrown at the end, with the others suppressed on it.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param e fifth future
   * @param f sixth future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @param <E> type of the fifth result
   * @param <F> type of the sixth result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object>
      Future<Join6<A, B, C, D, E, F>> join(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e, Future<F> f) {
    return join6(a, b, c, d, e, f, false);
  }

  /**
   * Like {@link #join(Future, Future, Future, Future, Future, Future)}, but the first failure
   * cancels the rest, waits for their clean-up and is thrown.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param e fifth future
   * @param f sixth future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @param <E> type of the fifth result
   * @param <F> type of the sixth result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object>
      Future<Join6<A, B, C, D, E, F>> tryJoin(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e, Future<F> f) {
    return join6(a, b, c, d, e, f, true);
  }

  /**
   * Runs seven futures concurrently in one task and waits for all. If any fails, the first failure
   * is thrown at the end, with the others suppressed on it.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param e fifth future
   * @param f sixth future
   * @param g seventh future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @param <E> type of the fifth result
   * @param <F> type of the sixth result
   * @param <G> type of the seventh result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object>
      Future<Join7<A, B, C, D, E, F, G>> join(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g) {
    return join7(a, b, c, d, e, f, g, false);
  }

  /**
   * Like {@link #join(Future, Future, Future, Future, Future, Future, Future)}, but the first
   * failure cancels the rest, waits for their clean-up and is thrown.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param e fifth future
   * @param f sixth future
   * @param g seventh future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @param <E> type of the fifth result
   * @param <F> type of the sixth result
   * @param <G> type of the seventh result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object>
      Future<Join7<A, B, C, D, E, F, G>> tryJoin(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g) {
    return join7(a, b, c, d, e, f, g, true);
  }

  /**
   * Runs eight futures concurrently in one task and waits for all. If any fails, the first failure
   * is thrown at the end, with the others suppressed on it.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param e fifth future
   * @param f sixth future
   * @param g seventh future
   * @param h eighth future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @param <E> type of the fifth result
   * @param <F> type of the sixth result
   * @param <G> type of the seventh result
   * @param <H> type of the eighth result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>
      Future<Join8<A, B, C, D, E, F, G, H>> join(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g,
          Future<H> h) {
    return join8(a, b, c, d, e, f, g, h, false);
  }

  /**
   * Like {@link #join(Future, Future, Future, Future, Future, Future, Future, Future)}, but the
   * first failure cancels the rest, waits for their clean-up and is thrown.
   *
   * @param a first future
   * @param b second future
   * @param c third future
   * @param d fourth future
   * @param e fifth future
   * @param f sixth future
   * @param g seventh future
   * @param h eighth future
   * @param <A> type of the first result
   * @param <B> type of the second result
   * @param <C> type of the third result
   * @param <D> type of the fourth result
   * @param <E> type of the fifth result
   * @param <F> type of the sixth result
   * @param <G> type of the seventh result
   * @param <H> type of the eighth result
   * @return all results
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>
      Future<Join8<A, B, C, D, E, F, G, H>> tryJoin(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g,
          Future<H> h) {
    return join8(a, b, c, d, e, f, g, h, true);
  }

  @SuppressWarnings("unchecked") // each position yields the type of its future
  private static <
          A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
      Future<Join3<A, B, C>> join3(Future<A> a, Future<B> b, Future<C> c, boolean failFast) {
    return Gate.get()
        .join(inOrder(a, b, c), failFast, r -> new Join3<>((A) r[0], (B) r[1], (C) r[2]));
  }

  @SuppressWarnings("unchecked") // each position yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object>
      Future<Join4<A, B, C, D>> join4(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, boolean failFast) {
    return Gate.get()
        .join(
            inOrder(a, b, c, d),
            failFast,
            r -> new Join4<>((A) r[0], (B) r[1], (C) r[2], (D) r[3]));
  }

  @SuppressWarnings("unchecked") // each position yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object>
      Future<Join5<A, B, C, D, E>> join5(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e, boolean failFast) {
    return Gate.get()
        .join(
            inOrder(a, b, c, d, e),
            failFast,
            r -> new Join5<>((A) r[0], (B) r[1], (C) r[2], (D) r[3], (E) r[4]));
  }

  @SuppressWarnings("unchecked") // each position yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object>
      Future<Join6<A, B, C, D, E, F>> join6(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          boolean failFast) {
    return Gate.get()
        .join(
            inOrder(a, b, c, d, e, f),
            failFast,
            r -> new Join6<>((A) r[0], (B) r[1], (C) r[2], (D) r[3], (E) r[4], (F) r[5]));
  }

  @SuppressWarnings("unchecked") // each position yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object>
      Future<Join7<A, B, C, D, E, F, G>> join7(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g,
          boolean failFast) {
    return Gate.get()
        .join(
            inOrder(a, b, c, d, e, f, g),
            failFast,
            r -> new Join7<>((A) r[0], (B) r[1], (C) r[2], (D) r[3], (E) r[4], (F) r[5], (G) r[6]));
  }

  @SuppressWarnings("unchecked") // each position yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>
      Future<Join8<A, B, C, D, E, F, G, H>> join8(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g,
          Future<H> h,
          boolean failFast) {
    return Gate.get()
        .join(
            inOrder(a, b, c, d, e, f, g, h),
            failFast,
            r ->
                new Join8<>(
                    (A) r[0], (B) r[1], (C) r[2], (D) r[3], (E) r[4], (F) r[5], (G) r[6],
                    (H) r[7]));
  }

  /** The futures as a list; a null is named by the parameter that it came in by. */
  static List<Future<?>> inOrder(Future<?>... futures) {
    for (int i = 0; i < futures.length; i++) {
      Objects.requireNonNull(futures[i], String.valueOf((char) ('a' + i)));
    }
    return List.of(futures);
  }
}
