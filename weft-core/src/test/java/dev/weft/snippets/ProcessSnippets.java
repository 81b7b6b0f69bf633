package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.io.BufReader;
import dev.weft.process.Child;
import dev.weft.process.Command;
import dev.weft.process.Output;
import dev.weft.process.Redirect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Other programs. */
final class ProcessSnippets {

  private ProcessSnippets() {}

  static Future<List<String>> list(Path folder) {
    return async(
        () -> {
          // @start region="output"
          Command ls = Command.of("ls").arg("-1").dir(folder);
          Output output = await(timeout(Duration.ofSeconds(10), ls.output(1 << 20)));
          if (!output.status().isSuccess()) {
            throw new IOException(ls + ": " + output.stderrText());
          }
          return output.stdoutText().lines().toList();
          // @end
        });
  }

  static Future<String> sort(String text) {
    return async(
        () -> {
          // @start region="spawn"
          Command sort = Command.of("sort").stdin(Redirect.pipe()).stdout(Redirect.pipe());
          try (Child child = await(sort.spawn())) {
            await(child.stdin().writeAll(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
            await(child.stdin().shutdown());
            byte[] sorted = await(new BufReader(child.stdout()).readToEnd(1 << 20));
            await(child.waitFor());
            return new String(sorted, StandardCharsets.UTF_8);
          } // kills it, if this is left in any other way
          // @end
        });
  }

  // @start region="stop"
  /** Asks a program to end, and ends it if it hasn't after five seconds. */
  static Future<Integer> stop(Child child) {
    return async(
        () -> {
          try (child) {
            child.terminate();
            return await(timeout(Duration.ofSeconds(5), child.waitFor())).code();
          }
        });
  }
  // @end
}
