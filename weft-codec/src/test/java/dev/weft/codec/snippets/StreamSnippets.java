package dev.weft.codec.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.codec.Compression;
import dev.weft.codec.FramedRead;
import dev.weft.codec.LinesCodec;
import dev.weft.codec.SinkWriter;
import dev.weft.codec.StreamReader;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Streams and sinks of buffers as byte streams. */
public final class StreamSnippets {

  private StreamSnippets() {}

  /** The lines of a body that comes in chunks. */
  public static AsyncStream<String> lines(AsyncStream<byte[]> chunks) {
    // @start region="reader"
    AsyncStream<String> lines = FramedRead.of(StreamReader.ofArrays(chunks), new LinesCodec());
    // @end
    return lines;
  }

  // @start region="writer"
  /** Sends text as the compressed chunks of a body. */
  public static Future<Void> send(String text, AsyncSink<byte[]> chunks) {
    return async(
        () -> {
          try (var body = Compression.GZIP.writer(SinkWriter.ofArrays(chunks))) {
            await(body.writeAll(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
          }
        });
  }
  // @end
}
