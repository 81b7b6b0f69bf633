/**
 * Bytes in and out without blocking.
 *
 * <ul>
 *   <li>{@link dev.weft.io.AsyncRead}, {@link dev.weft.io.AsyncWrite}: the two directions; sockets,
 *       in-memory pipes and buffers implement them.
 *   <li>{@link dev.weft.io.BufReader}, {@link dev.weft.io.BufWriter}: a buffer around either, with
 *       lines, numbers and exact amounts.
 *   <li>{@link dev.weft.io.BufferPool}, {@link dev.weft.io.PooledBuffer}: buffers for many
 *       connections, of which the idle ones hold none.
 *   <li>{@link dev.weft.io.Io}: copies, proxies, splits and simple sources and targets; {@link
 *       dev.weft.io.DuplexStream} is a connection in memory, for tests and between tasks.
 *   <li>{@link dev.weft.io.SocketClosedException}, {@link dev.weft.io.RuntimeClosedException}: the
 *       end of what was closed, at this end or with its runtime.
 * </ul>
 */
@NullMarked
package dev.weft.io;

import org.jspecify.annotations.NullMarked;
