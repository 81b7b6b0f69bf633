package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import java.util.function.Consumer;

/**
 * Work that starts further work and waits for it, three levels deep: once with threads, each of
 * which is held while it waits, and once with tasks, which hold none.
 */
public final class NestedThreads {

  private NestedThreads() {}

  /**
   * Prints the same lines twice.
   *
   * @param args not used
   * @throws Exception never in practice
   */
  public static void main(String[] args) throws Exception {
    IO.println("with threads:");
    withThreads(1, 3, IO::println);
    IO.println("with tasks:");
    try (Weft weft = Weft.create()) {
      weft.blockOn(withTasks(1, 3, IO::println));
    }
  }

  static void withThreads(int level, int deepest, Consumer<String> say)
      throws InterruptedException {
    var thread =
        new Thread(
            () -> {
              say.accept("level " + level + " begins");
              if (level < deepest) {
                try {
                  withThreads(level + 1, deepest, say);
                } catch (InterruptedException stop) {
                  // Whoever wants to stop this thread has to be told in some way of our own.
                  Thread.currentThread().interrupt();
                  return;
                }
              }
              say.accept("level " + level + " ends");
            });
    thread.start();
    thread.join(); // a failure in the thread would not arrive here, either
  }

  // @start region="tasks"
  static Future<Void> withTasks(int level, int deepest, Consumer<String> say) {
    return async(
        () -> {
          say.accept("level " + level + " begins");
          if (level < deepest) {
            await(spawn(withTasks(level + 1, deepest, say))); // its failure would be thrown here
          }
          say.accept("level " + level + " ends");
        });
  }
  // @end
}
