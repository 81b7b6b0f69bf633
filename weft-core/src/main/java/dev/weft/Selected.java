package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * Which branch of a {@code select} won: holder of the records that {@link Select2} and its wider
 * siblings are made of. {@code import static dev.weft.Async.*} brings them in by their short names.
 */
// Wide enough for a select of eight, so that adding those breaks nobody who names these types.
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
      A value) implements Select2<A, B> {}

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
      B value) implements Select2<A, B> {}
}
