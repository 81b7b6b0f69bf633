package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The results of four futures that were joined.
 *
 * @param first result of the first future
 * @param second result of the second future
 * @param third result of the third future
 * @param fourth result of the fourth future
 * @param <A> type of the first result
 * @param <B> type of the second result
 * @param <C> type of the third result
 * @param <D> type of the fourth result
 */
public record Join4<
    A extends @Nullable Object,
    B extends @Nullable Object,
    C extends @Nullable Object,
    D extends @Nullable Object>(
    A first, B second, C third, D fourth) {}
