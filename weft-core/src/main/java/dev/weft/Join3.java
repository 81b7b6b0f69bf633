package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The results of three futures that were joined.
 *
 * @param first result of the first future
 * @param second result of the second future
 * @param third result of the third future
 * @param <A> type of the first result
 * @param <B> type of the second result
 * @param <C> type of the third result
 */
public record Join3<
    A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>(
    A first, B second, C third) {}
