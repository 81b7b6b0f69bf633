/**
 * The engine for data larger than memory, on RocksDB. Its native library is an optional dependency:
 * who opens a {@link dev.weft.kv.store.rocks.RocksStorage} adds it.
 */
@NullMarked
package dev.weft.kv.store.rocks;

import org.jspecify.annotations.NullMarked;
