/**
 * Where the pairs are kept.
 *
 * <ul>
 *   <li>{@link dev.weft.kv.store.Storage}: what a server asks of an engine; all of it async.
 *   <li>{@link dev.weft.kv.store.MemoryStorage}: the engine that keeps everything in the heap.
 *   <li>{@link dev.weft.kv.store.Outcome}: what became of one key of several.
 * </ul>
 */
@NullMarked
package dev.weft.kv.store;

import org.jspecify.annotations.NullMarked;
