/**
 * The durable engine: everything in memory, and a log on disk in front of it.
 *
 * <ul>
 *   <li>{@link dev.weft.kv.store.log.LogStorage}: the engine; {@link
 *       dev.weft.kv.store.log.LogOptions} are its settings.
 *   <li>{@link dev.weft.kv.store.log.RecoveryReport}: what was found at opening, and what was lost.
 *   <li>{@link dev.weft.kv.store.log.LogStats}: what it has done since.
 * </ul>
 */
@NullMarked
package dev.weft.kv.store.log;

import org.jspecify.annotations.NullMarked;
