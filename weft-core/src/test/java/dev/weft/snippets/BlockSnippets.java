package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** More of what async blocks can do. */
final class BlockSnippets {

  private BlockSnippets() {}

  // @start region="joinList"
  static Future<Integer> totalOf(AsyncSnippets.Client client, List<String> keys) {
    return async(
        () -> {
          List<Future<Integer>> reads = keys.stream().map(client::read).toList();
          return await(join(reads)).stream().mapToInt(Integer::intValue).sum();
        });
  }

  // @end

  // @start region="timeout"
  static Future<String> soon(Future<Integer> read) {
    return async(
        () -> {
          try {
            return "it is " + await(timeout(Duration.ofMillis(50), read));
          } catch (TimeoutException late) {
            return "it takes too long";
          }
        });
  }

  // @end

  // @start region="spawn"
  static Future<Integer> inBackground(Future<Integer> work) {
    return async(
        () -> {
          JoinHandle<Integer> task = spawn(work); // runs from here on, on any worker
          await(sleep(Duration.ofMillis(1))); // what else there is to do
          return await(task); // its value, or the exception that it threw
        });
  }

  // @end

  // @start region="unchecked"
  static Future<Integer> totalOfStream(AsyncSnippets.Client client, Stream<String> keys) {
    return stackful(() -> keys.mapToInt(key -> awaitUnchecked(client.read(key))).sum());
  }
  // @end
}
