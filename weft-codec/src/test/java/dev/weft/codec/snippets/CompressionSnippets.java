package dev.weft.codec.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.codec.Compression;
import dev.weft.codec.Framed;
import dev.weft.codec.InflateLimits;
import dev.weft.codec.InflatingRead;
import dev.weft.codec.LinesCodec;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.Io;

/** Compressed byte streams. */
public final class CompressionSnippets {

  private CompressionSnippets() {}

  // @start region="echo"
  /** Answers each line with itself; both directions are compressed. */
  public static <S extends AsyncRead & AsyncWrite> Future<Void> echo(S stream) {
    return async(
        () -> {
          var compressed = Compression.GZIP.over(stream);
          try (Framed<String, String> lines = Framed.of(compressed, new LinesCodec(1024))) {
            for (String line = await(lines.next()); line != null; line = await(lines.next())) {
              await(lines.send(line)); // send flushes, so the other side can answer
            }
          }
        });
  }

  // @end

  // @start region="limits"
  /** Inflates an upload, up to 100 MiB and 100 bytes per byte. */
  public static Future<Long> unpack(AsyncRead upload, AsyncWrite target) {
    return async(
        () -> {
          var limits = InflateLimits.NONE.withMaxBytes(100L << 20).withMaxRatio(100);
          try (InflatingRead content = Compression.GZIP.reader(upload, limits)) {
            return await(Io.copy(content, target));
          }
        });
  }
  // @end
}
