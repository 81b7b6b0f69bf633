package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The winner of a {@code select} between three futures.
 *
 * @param <A> result of the first branch
 * @param <B> result of the second branch
 * @param <C> result of the third branch
 */
public sealed interface Select3<
        A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
    extends Selected permits Selected.First, Selected.Second, Selected.Third {}
