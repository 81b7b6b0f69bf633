package dev.weft.actor;

import org.jspecify.annotations.Nullable;

/**
 * How an actor has ended.
 *
 * @param name the actor's
 * @param cause the failure that has ended it; a {@link java.util.concurrent.CancellationException}
 *     if it was aborted or its runtime closed; {@code null} if it was stopped
 */
public record Termination(String name, @Nullable Throwable cause) {}
