package dev.weft.codec.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.codec.Framed;
import dev.weft.codec.LinesCodec;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;

/** Framed streams in programs. */
public final class FramedSnippets {

  private FramedSnippets() {}

  // @start region="echo"
  /** Answers each line with itself, until the other side ends. */
  public static <S extends AsyncRead & AsyncWrite> Future<Void> echo(S stream) {
    return async(
        () -> {
          try (Framed<String, String> lines = Framed.of(stream, new LinesCodec(1024))) {
            for (String line = await(lines.next()); line != null; line = await(lines.next())) {
              await(lines.send(line));
            }
          }
        });
  }
  // @end
}
