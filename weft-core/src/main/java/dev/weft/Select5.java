package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * The winner of a {@code select} between five futures.
 *
 * @param <A> result of the first branch
 * @param <B> result of the second branch
 * @param <C> result of the third branch
 * @param <D> result of the fourth branch
 * @param <E> result of the fifth branch
 */
public sealed interface Select5<
        A extends @Nullable Object,
        B extends @Nullable Object,
        C extends @Nullable Object,
        D extends @Nullable Object,
        E extends @Nullable Object>
    extends Selected
    permits Selected.First, Selected.Second, Selected.Third, Selected.Fourth, Selected.Fifth {}
