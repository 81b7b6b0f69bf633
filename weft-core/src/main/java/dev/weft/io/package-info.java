/**
 * Bytes in and out without blocking.
 *
 * <ul>
 *   <li>{@link dev.weft.io.AsyncRead}, {@link dev.weft.io.AsyncWrite}: the two directions; sockets,
 *       in-memory pipes and buffers implement them.
 * </ul>
 */
@NullMarked
package dev.weft.io;

import org.jspecify.annotations.NullMarked;
