package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The results of seven futures that were joined.
 *
 * @param first result of the first future
 * @param second result of the second future
 * @param third result of the third future
 * @param fourth result of the fourth future
 * @param fifth result of the fifth future
 * @param sixth result of the sixth future
 * @param seventh result of the seventh future
 * @param <A> type of the first result
 * @param <B> type of the second result
 * @param <C> type of the third result
 * @param <D> type of the fourth result
 * @param <E> type of the fifth result
 * @param <F> type of the sixth result
 * @param <G> type of the seventh result
 */
public record Join7<
    A extends @Nullable Object,
    B extends @Nullable Object,
    C extends @Nullable Object,
    D extends @Nullable Object,
    E extends @Nullable Object,
    F extends @Nullable Object,
    G extends @Nullable Object>(
    A first, B second, C third, D fourth, E fifth, F sixth, G seventh) {}
