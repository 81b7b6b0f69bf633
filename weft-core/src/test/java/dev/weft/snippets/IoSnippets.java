package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.BufReader;
import dev.weft.io.BufferPool;
import dev.weft.io.CopyCounts;
import dev.weft.io.Io;
import dev.weft.io.PooledBuffer;
import dev.weft.stream.Streams;

/** The examples in the Javadoc of streams of bytes and of items. */
final class IoSnippets {

  private IoSnippets() {}

  // @start region="lines"
  static Future<Integer> countWords(AsyncRead source) {
    return async(
        () -> {
          var reader = new BufReader(source);
          int words = 0;
          String line;
          while ((line = await(reader.readLine())) != null) {
            words += line.split("\\s+").length;
          }
          return words;
        });
  }

  // @end

  // @start region="pooled"
  /** Sends back what comes; while nothing comes it holds no buffer. */
  static <S extends AsyncRead & AsyncWrite> Future<Void> echo(S client, BufferPool buffers) {
    return async(
        () -> {
          boolean ended = false;
          while (!ended) {
            try (PooledBuffer read = await(client.readPooled(buffers))) {
              ended = !read.bytes().hasRemaining();
              await(client.writeAll(read.bytes()));
            }
          }
        });
  }

  // @end

  // @start region="proxy"
  static <A extends AsyncRead & AsyncWrite, B extends AsyncRead & AsyncWrite> Future<String> proxy(
      A client, B server) {
    return async(
        () -> {
          CopyCounts copied = await(Io.copyBidirectional(client, server));
          return copied.toSecond() + " bytes there, " + copied.toFirst() + " bytes back";
        });
  }

  // @end

  // @start region="stream"
  static Future<Long> longLines(BufReader reader) {
    return Streams.lines(reader).filter(line -> line.length() > 80).fold(0L, (n, _) -> n + 1);
  }
  // @end
}
