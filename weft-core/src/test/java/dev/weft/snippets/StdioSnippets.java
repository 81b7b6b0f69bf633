package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.BufReader;
import dev.weft.io.Stdio;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The standard streams. */
final class StdioSnippets {

  private StdioSnippets() {}

  static Future<Void> echo() {
    return shout(Stdio.stdin(), Stdio.stdout());
  }

  // @start region="lines"
  /** For example with Stdio.stdin() and Stdio.stdout(). */
  static Future<Void> shout(AsyncRead in, AsyncWrite out) {
    return async(
        () -> {
          var lines = new BufReader(in);
          String line = await(lines.readLine());
          while (line != null) {
            byte[] loud = (line + "!\n").getBytes(StandardCharsets.UTF_8);
            await(out.writeAll(ByteBuffer.wrap(loud)));
            await(out.flush()); // what isn't flushed may be lost at the end of the program
            line = await(lines.readLine());
          }
        });
  }

  // @end

  /** A program of its own: echoes, and ends after "end" although its input stays open. */
  public static void main(String[] arguments) throws Exception {
    try (Weft weft = Weft.create()) {
      var lines = new BufReader(Stdio.stdin());
      String line = weft.blockOn(lines.readLine());
      weft.spawn(lines.readLine()).detach(); // waits for what never comes
      weft.blockOn(Stdio.stdout().writeAll(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8))));
      weft.blockOn(Stdio.stdout().flush());
    }
  }
}
