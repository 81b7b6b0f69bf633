package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** Tasks. */
final class TaskSnippets {

  private TaskSnippets() {}

  // @start region="blocking"
  static Future<Integer> countLines(Path file) {
    return async(
        () -> {
          String text = await(spawnBlocking(() -> Files.readString(file)));
          return (int) text.lines().count();
        });
  }

  // @end

  // @start region="inPlace"
  static Future<String> digest(Callable<String> slowLibrary) {
    return async(() -> blockInPlace(slowLibrary)); // other tasks move to another worker first
  }

  // @end

  // @start region="local"
  static final TaskLocal<String> USER = TaskLocal.create("USER");

  static Future<String> handle(String user) {
    return USER.where(user, answer());
  }

  private static Future<String> answer() {
    return async(
        () -> {
          await(yieldNow()); // perhaps on another thread from here on
          return "hello " + USER.get();
        });
  }

  // @end

  // @start region="carrier"
  /** What a logger prints with each line; it knows nothing of tasks. */
  static final ThreadLocal<String> REQUEST = new ThreadLocal<>();

  static Weft withRequests() {
    return Weft.builder()
        .contextCarrier(ContextCarrier.of(REQUEST)) // for an MDC: its copy, and its setter
        .build();
  }

  // @end

  // @start region="detach"
  static Future<Void> fireAndForget() {
    return async(
        () -> {
          spawn(async(() -> failing())).detach(); // its failure goes to the runtime's handler
        });
  }

  // @end

  private static void failing() throws IOException {
    throw new IOException("disk full");
  }
}
