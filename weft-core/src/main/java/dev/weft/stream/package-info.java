/**
 * Sequences of items over time: {@link dev.weft.stream.AsyncStream} where they come from, {@link
 * dev.weft.stream.AsyncSink} where they go.
 */
@NullMarked
package dev.weft.stream;

import org.jspecify.annotations.NullMarked;
