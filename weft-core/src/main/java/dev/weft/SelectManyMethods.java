package dev.weft;

import dev.weft.internal.gate.Gate;
import org.jspecify.annotations.Nullable;

/** The races of three to eight futures of {@link Async}, all alike. */
abstract class SelectManyMethods extends JoinMethods implements Selected {

  SelectManyMethods() {}

  /**
   * Races three futures: the first to complete wins and the others are cancelled, except under
   * {@link SelectMethods#keep}. The race ends only when the losers have cleaned up. Which is polled
   * first is random.
   *
   * <p>A loser that still returns a value hands it to {@link SelectMethods#onDiscard}; by default
   * an {@link AutoCloseable} is closed. If the winner fails, its exception is thrown.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @return the winner: {@code First(value)} to {@code Third(value)}
   */
  public static <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
      Future<Select3<A, B, C>> select(Future<A> a, Future<B> b, Future<C> c) {
    return race3(a, b, c, false);
  }

  /**
   * Like {@link #select(Future, Future, Future)}, but always polls in the order given, so that an
   * earlier branch that is ready always wins.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @return the winner
   */
  public static <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
      Future<Select3<A, B, C>> selectBiased(Future<A> a, Future<B> b, Future<C> c) {
    return race3(a, b, c, true);
  }

  /**
   * Races four futures: the first to complete wins and the others are cancelled, except under
   * {@link SelectMethods#keep}. The race ends only when the losers have cleaned up. Which is polled
   * first is random.
   *
   * <p>A loser that still returns a value hands it to {@link SelectMethods#onDiscard}; by default
   * an {@link AutoCloseable} is closed. If the winner fails, its exception is thrown.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @return the winner: {@code First(value)} to {@code Fourth(value)}
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object>
      Future<Select4<A, B, C, D>> select(Future<A> a, Future<B> b, Future<C> c, Future<D> d) {
    return race4(a, b, c, d, false);
  }

  /**
   * Like {@link #select(Future, Future, Future, Future)}, but always polls in the order given, so
   * that an earlier branch that is ready always wins.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @return the winner
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object>
      Future<Select4<A, B, C, D>> selectBiased(Future<A> a, Future<B> b, Future<C> c, Future<D> d) {
    return race4(a, b, c, d, true);
  }

  /**
   * Races five futures: the first to complete wins and the others are cancelled, except under
   * {@link SelectMethods#keep}. The race ends only when the losers have cleaned up. Which is polled
   * first is random.
   *
   * <p>A loser that still returns a value hands it to {@link SelectMethods#onDiscard}; by default
   * an {@link AutoCloseable} is closed. If the winner fails, its exception is thrown.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param e fifth branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @return the winner: {@code First(value)} to {@code Fifth(value)}
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object>
      Future<Select5<A, B, C, D, E>> select(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e) {
    return race5(a, b, c, d, e, false);
  }

  /**
   * Like {@link #select(Future, Future, Future, Future, Future)}, but always polls in the order
   * given, so that an earlier branch that is ready always wins.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param e fifth branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @return the winner
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object>
      Future<Select5<A, B, C, D, E>> selectBiased(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e) {
    return race5(a, b, c, d, e, true);
  }

  /**
   * Races six futures: the first to complete wins and the others are cancelled, except under {@link
   * SelectMethods#keep}. The race ends only when the losers have cleaned up. Which is polled first
   * is random.
   *
   * <p>A loser that still returns a value hands it to {@link SelectMethods#onDiscard}; by default
   * an {@link AutoCloseable} is closed. If the winner fails, its exception is thrown.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param e fifth branch
   * @param f sixth branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @return the winner: {@code First(value)} to {@code Sixth(value)}
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object>
      Future<Select6<A, B, C, D, E, F>> select(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e, Future<F> f) {
    return race6(a, b, c, d, e, f, false);
  }

  /**
   * Like {@link #select(Future, Future, Future, Future, Future, Future)}, but always polls in the
   * order given, so that an earlier branch that is ready always wins.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param e fifth branch
   * @param f sixth branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @return the winner
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object>
      Future<Select6<A, B, C, D, E, F>> selectBiased(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e, Future<F> f) {
    return race6(a, b, c, d, e, f, true);
  }

  /**
   * Races seven futures: the first to complete wins and the others are cancelled, except under
   * {@link SelectMethods#keep}. The race ends only when the losers have cleaned up. Which is polled
   * first is random.
   *
   * <p>A loser that still returns a value hands it to {@link SelectMethods#onDiscard}; by default
   * an {@link AutoCloseable} is closed. If the winner fails, its exception is thrown.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param e fifth branch
   * @param f sixth branch
   * @param g seventh branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @return the winner: {@code First(value)} to {@code Seventh(value)}
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object>
      Future<Select7<A, B, C, D, E, F, G>> select(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g) {
    return race7(a, b, c, d, e, f, g, false);
  }

  /**
   * Like {@link #select(Future, Future, Future, Future, Future, Future, Future)}, but always polls
   * in the order given, so that an earlier branch that is ready always wins.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param e fifth branch
   * @param f sixth branch
   * @param g seventh branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @return the winner
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object>
      Future<Select7<A, B, C, D, E, F, G>> selectBiased(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g) {
    return race7(a, b, c, d, e, f, g, true);
  }

  /**
   * Races eight futures: the first to complete wins and the others are cancelled, except under
   * {@link SelectMethods#keep}. The race ends only when the losers have cleaned up. Which is polled
   * first is random.
   *
   * <p>A loser that still returns a value hands it to {@link SelectMethods#onDiscard}; by default
   * an {@link AutoCloseable} is closed. If the winner fails, its exception is thrown.
   *
   * <p><em>Cancellation:</em> cancels all.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param e fifth branch
   * @param f sixth branch
   * @param g seventh branch
   * @param h eighth branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   * @return the winner: {@code First(value)} to {@code Eighth(value)}
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
      Future<Select8<A, B, C, D, E, F, G, H>> select(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g,
          Future<H> h) {
    return race8(a, b, c, d, e, f, g, h, false);
  }

  /**
   * Like {@link #select(Future, Future, Future, Future, Future, Future, Future, Future)}, but
   * always polls in the order given, so that an earlier branch that is ready always wins.
   *
   * @param a first branch
   * @param b second branch
   * @param c third branch
   * @param d fourth branch
   * @param e fifth branch
   * @param f sixth branch
   * @param g seventh branch
   * @param h eighth branch
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   * @return the winner
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
      Future<Select8<A, B, C, D, E, F, G, H>> selectBiased(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g,
          Future<H> h) {
    return race8(a, b, c, d, e, f, g, h, true);
  }

  @SuppressWarnings("unchecked") // each branch yields the type of its future
  private static <
          A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
      Future<Select3<A, B, C>> race3(Future<A> a, Future<B> b, Future<C> c, boolean biased) {
    return Gate.get()
        .select(
            inOrder(a, b, c),
            biased,
            (index, value) ->
                switch (index) {
                  case 0 -> new First<>((A) value);
                  case 1 -> new Second<>((B) value);
                  default -> new Third<>((C) value);
                });
  }

  @SuppressWarnings("unchecked") // each branch yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object>
      Future<Select4<A, B, C, D>> race4(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, boolean biased) {
    return Gate.get()
        .select(
            inOrder(a, b, c, d),
            biased,
            (index, value) ->
                switch (index) {
                  case 0 -> new First<>((A) value);
                  case 1 -> new Second<>((B) value);
                  case 2 -> new Third<>((C) value);
                  default -> new Fourth<>((D) value);
                });
  }

  @SuppressWarnings("unchecked") // each branch yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object>
      Future<Select5<A, B, C, D, E>> race5(
          Future<A> a, Future<B> b, Future<C> c, Future<D> d, Future<E> e, boolean biased) {
    return Gate.get()
        .select(
            inOrder(a, b, c, d, e),
            biased,
            (index, value) ->
                switch (index) {
                  case 0 -> new First<>((A) value);
                  case 1 -> new Second<>((B) value);
                  case 2 -> new Third<>((C) value);
                  case 3 -> new Fourth<>((D) value);
                  default -> new Fifth<>((E) value);
                });
  }

  @SuppressWarnings("unchecked") // each branch yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object>
      Future<Select6<A, B, C, D, E, F>> race6(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          boolean biased) {
    return Gate.get()
        .select(
            inOrder(a, b, c, d, e, f),
            biased,
            (index, value) ->
                switch (index) {
                  case 0 -> new First<>((A) value);
                  case 1 -> new Second<>((B) value);
                  case 2 -> new Third<>((C) value);
                  case 3 -> new Fourth<>((D) value);
                  case 4 -> new Fifth<>((E) value);
                  default -> new Sixth<>((F) value);
                });
  }

  @SuppressWarnings("unchecked") // each branch yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object>
      Future<Select7<A, B, C, D, E, F, G>> race7(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g,
          boolean biased) {
    return Gate.get()
        .select(
            inOrder(a, b, c, d, e, f, g),
            biased,
            (index, value) ->
                switch (index) {
                  case 0 -> new First<>((A) value);
                  case 1 -> new Second<>((B) value);
                  case 2 -> new Third<>((C) value);
                  case 3 -> new Fourth<>((D) value);
                  case 4 -> new Fifth<>((E) value);
                  case 5 -> new Sixth<>((F) value);
                  default -> new Seventh<>((G) value);
                });
  }

  @SuppressWarnings("unchecked") // each branch yields the type of its future
  private static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>
      Future<Select8<A, B, C, D, E, F, G, H>> race8(
          Future<A> a,
          Future<B> b,
          Future<C> c,
          Future<D> d,
          Future<E> e,
          Future<F> f,
          Future<G> g,
          Future<H> h,
          boolean biased) {
    return Gate.get()
        .select(
            inOrder(a, b, c, d, e, f, g, h),
            biased,
            (index, value) ->
                switch (index) {
                  case 0 -> new First<>((A) value);
                  case 1 -> new Second<>((B) value);
                  case 2 -> new Third<>((C) value);
                  case 3 -> new Fourth<>((D) value);
                  case 4 -> new Fifth<>((E) value);
                  case 5 -> new Sixth<>((F) value);
                  case 6 -> new Seventh<>((G) value);
                  default -> new Eighth<>((H) value);
                });
  }
}
