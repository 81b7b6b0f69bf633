/**
 * Many streams over one connection, by the yamux protocol: {@link dev.weft.kv.yamux.YamuxSession}
 * over anything that reads, writes and closes, and {@link dev.weft.kv.yamux.Yamux} to tell such a
 * connection from one with plain frames.
 */
@NullMarked
package dev.weft.kv.yamux;

import org.jspecify.annotations.NullMarked;
