/**
 * Frames over byte streams.
 *
 * <ul>
 *   <li>{@link dev.weft.codec.Decoder}, {@link dev.weft.codec.Encoder}, {@link
 *       dev.weft.codec.Codec}: what a frame looks like in bytes.
 *   <li>{@link dev.weft.codec.Framed}, {@link dev.weft.codec.FramedRead}, {@link
 *       dev.weft.codec.FramedWrite}: a byte stream as a stream and a sink of frames.
 *   <li>{@link dev.weft.codec.LengthDelimitedCodec}, {@link dev.weft.codec.DelimiterCodec}, {@link
 *       dev.weft.codec.LinesCodec}, {@link dev.weft.codec.JsonLinesCodec}, {@link
 *       dev.weft.codec.BytesCodec}, {@link dev.weft.codec.ProtobufCodec}, {@link
 *       dev.weft.codec.KvFrameCodec}: the codecs at hand.
 *   <li>{@link dev.weft.codec.Compression}: gzip, zlib and deflate over any byte stream, by {@link
 *       dev.weft.codec.InflatingRead}, {@link dev.weft.codec.DeflatingWrite} and {@link
 *       dev.weft.codec.CompressedStream}.
 *   <li>{@link dev.weft.codec.StreamReader}, {@link dev.weft.codec.SinkWriter}: streams and sinks
 *       of buffers as byte streams.
 *   <li>{@link dev.weft.codec.FrameException} and {@link dev.weft.codec.FrameTooLargeException}:
 *       what is wrong with a frame.
 * </ul>
 */
@NullMarked
package dev.weft.codec;

import org.jspecify.annotations.NullMarked;
