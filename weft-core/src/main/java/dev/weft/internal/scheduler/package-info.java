/**
 * Workers, their queues, the blocking pool and the runtime that is put together from them.
 * Internal.
 *
 * <ul>
 *   <li>{@link dev.weft.internal.scheduler.WeftRuntime}: the runtime; its essay has the shutdown
 *       protocol.
 *   <li>{@link dev.weft.internal.scheduler.RuntimeGate}: what the facades of {@code dev.weft}
 *       reach.
 * </ul>
 */
@NullMarked
package dev.weft.internal.scheduler;

import org.jspecify.annotations.NullMarked;
