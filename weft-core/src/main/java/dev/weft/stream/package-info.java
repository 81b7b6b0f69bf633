/**
 * Sequences of items over time.
 *
 * <ul>
 *   <li>{@link dev.weft.stream.AsyncStream}: where items come from, with its operators.
 *   <li>{@link dev.weft.stream.AsyncSink}: where they go, with back-pressure.
 *   <li>{@link dev.weft.stream.Streams}: makers of streams, from items, blocks, channels,
 *       publishers, ticks or the lines of a reader, and of a sink that sends into a channel.
 *   <li>{@link dev.weft.stream.StreamBody} and {@link dev.weft.stream.Emitter}: a block that makes
 *       a stream, and where it puts the items.
 *   <li>{@link dev.weft.stream.PeekableStream}, {@link dev.weft.stream.Group}: what two of the
 *       operators give.
 * </ul>
 */
@NullMarked
package dev.weft.stream;

import org.jspecify.annotations.NullMarked;
