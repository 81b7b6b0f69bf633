/**
 * What a runtime is assembled from and can be given in place of the defaults: time, randomness,
 * threads, timers and input/output. A test or a simulation replaces them all through {@link
 * dev.weft.spi.RuntimeOptions}.
 *
 * <ul>
 *   <li>{@link dev.weft.spi.Clock}, {@link dev.weft.spi.RandomSource}, {@link
 *       dev.weft.spi.ThreadSource}: the only sources of time, randomness and threads.
 *   <li>{@link dev.weft.spi.TimerQueue} and {@link dev.weft.spi.TimerEntry}: pending timers.
 *   <li>{@link dev.weft.spi.DriverProvider}, {@link dev.weft.spi.Driver}, {@link
 *       dev.weft.spi.StreamSocket}, {@link dev.weft.spi.ListenSocket}: the operating system's
 *       sockets.
 *   <li>{@link dev.weft.spi.TaskContext} and {@link dev.weft.spi.Services}: how a future finds all
 *       that during its poll.
 * </ul>
 */
@NullMarked
package dev.weft.spi;

import org.jspecify.annotations.NullMarked;
