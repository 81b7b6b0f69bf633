package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The winner of a {@code select} over a list.
 *
 * @param index position of the winning future in the list, from 0
 * @param value its result
 * @param <T> type of the results
 */
public record SelectAll<T extends @Nullable Object>(int index, T value) {}
