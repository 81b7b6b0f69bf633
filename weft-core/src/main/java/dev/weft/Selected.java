package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * Which branch of a {@code select} won: holder of the records that {@link Select2} and its wider
 * siblings are made of. {@code import static dev.weft.Async.*} brings them in by their short names.
 */
// One set of records for all widths, so that the same short names fit each of them.
@SuppressWarnings("UnusedTypeParameter")
public interface Selected {

  /**
   * The first branch won.
   *
   * @param value its result
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   */
  record First<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>(
      A value)
      implements Select2<A, B>,
          Select3<A, B, C>,
          Select4<A, B, C, D>,
          Select5<A, B, C, D, E>,
          Select6<A, B, C, D, E, F>,
          Select7<A, B, C, D, E, F, G>,
          Select8<A, B, C, D, E, F, G, H> {}

  /**
   * The second branch won.
   *
   * @param value its result
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   */
  record Second<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>(
      B value)
      implements Select2<A, B>,
          Select3<A, B, C>,
          Select4<A, B, C, D>,
          Select5<A, B, C, D, E>,
          Select6<A, B, C, D, E, F>,
          Select7<A, B, C, D, E, F, G>,
          Select8<A, B, C, D, E, F, G, H> {}

  /**
   * The third branch won.
   *
   * @param value its result
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   */
  record Third<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>(
      C value)
      implements Select3<A, B, C>,
          Select4<A, B, C, D>,
          Select5<A, B, C, D, E>,
          Select6<A, B, C, D, E, F>,
          Select7<A, B, C, D, E, F, G>,
          Select8<A, B, C, D, E, F, G, H> {}

  /**
   * The fourth branch won.
   *
   * @param value its result
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   */
  record Fourth<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>(
      D value)
      implements Select4<A, B, C, D>,
          Select5<A, B, C, D, E>,
          Select6<A, B, C, D, E, F>,
          Select7<A, B, C, D, E, F, G>,
          Select8<A, B, C, D, E, F, G, H> {}

  /**
   * The fifth branch won.
   *
   * @param value its result
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   */
  record Fifth<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>(
      E value)
      implements Select5<A, B, C, D, E>,
          Select6<A, B, C, D, E, F>,
          Select7<A, B, C, D, E, F, G>,
          Select8<A, B, C, D, E, F, G, H> {}

  /**
   * The sixth branch won.
   *
   * @param value its result
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   */
  record Sixth<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>(
      F value)
      implements Select6<A, B, C, D, E, F>,
          Select7<A, B, C, D, E, F, G>,
          Select8<A, B, C, D, E, F, G, H> {}

  /**
   * The seventh branch won.
   *
   * @param value its result
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   */
  record Seventh<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>(
      G value) implements Select7<A, B, C, D, E, F, G>, Select8<A, B, C, D, E, F, G, H> {}

  /**
   * The eighth branch won.
   *
   * @param value its result
   * @param <A> result of the first branch
   * @param <B> result of the second branch
   * @param <C> result of the third branch
   * @param <D> result of the fourth branch
   * @param <E> result of the fifth branch
   * @param <F> result of the sixth branch
   * @param <G> result of the seventh branch
   * @param <H> result of the eighth branch
   */
  record Eighth<
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object,
          G extends @Nullable Object,
          H extends @Nullable Object>(
      H value) implements Select8<A, B, C, D, E, F, G, H> {}
}
