package dev.weft.internal.task;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call that no interrupt ends and whose end nobody needs. The end of the runtime doesn't
 * wait for it; the thread that it is on is left to it, and ends after it.
 *
 * @param <T> type of the result
 */
@FunctionalInterface
public interface Abandonable<T extends @Nullable Object> extends Callable<T> {}
