/**
 * Sequences of items over time.
 *
 * <ul>
 *   <li>{@link dev.weft.stream.AsyncStream}: where items come from, with its operators.
 *   <li>{@link dev.weft.stream.AsyncSink}: where they go, with back-pressure.
 *   <li>{@link dev.weft.stream.Streams}: makers of streams, from items or from the lines of a
 *       reader.
 * </ul>
 */
@NullMarked
package dev.weft.stream;

import org.jspecify.annotations.NullMarked;
