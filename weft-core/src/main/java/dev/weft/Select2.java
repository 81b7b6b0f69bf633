package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The winner of a {@code select} between two futures.
 *
 * @param <A> result of the first branch
 * @param <B> result of the second branch
 */
public sealed interface Select2<A extends @Nullable Object, B extends @Nullable Object>
    extends Selected permits Selected.First, Selected.Second {}
