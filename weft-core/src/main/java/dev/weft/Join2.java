package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The results of two futures that were joined.
 *
 * @param first result of the first future
 * @param second result of the second future
 * @param <A> type of the first result
 * @param <B> type of the second result
 */
public record Join2<A extends @Nullable Object, B extends @Nullable Object>(A first, B second) {}
