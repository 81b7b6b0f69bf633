package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/** Cancelling, and cleaning up. */
final class CancelSnippets {

  private CancelSnippets() {}

  // @start region="cleanUp"
  static Future<Void> work(Consumer<String> log) {
    return async(
        () -> {
          log.accept("open");
          try {
            await(sleep(Duration.ofDays(1))); // cancelled here: this await throws Cancellation
          } finally {
            await(sleep(Duration.ofMillis(1))); // clean-up may wait, too
            log.accept("closed");
          }
        });
  }

  // @end

  // @start region="abort"
  static Future<String> startAndStop(Consumer<String> log) {
    return async(
        () -> {
          JoinHandle<Void> task = spawn(work(log));
          await(sleep(Duration.ofMillis(5)));
          task.abort(); // a request
          try {
            await(task); // until it has cleaned up
            return "it had ended by itself";
          } catch (CancellationException stopped) {
            return "stopped";
          }
        });
  }

  // @end

  /** Something to be closed. */
  interface Connection extends AutoCloseable {
    @Override
    void close();
  }

  // @start region="discard"
  static Future<Connection> connect(Future<Connection> attempt, Consumer<Connection> pool) {
    Future<Connection> reusable = onDiscard(attempt, pool); // instead of closing it
    return timeout(Duration.ofSeconds(1), reusable);
  }

  // @end

  // @start region="shield"
  static Future<Void> transfer(Future<Void> withdraw, Future<Void> deposit) {
    return async(
        () -> {
          await(
              shield(
                  async(
                      () -> { // begun, it is done to the end
                        await(withdraw);
                        await(deposit);
                      })));
          await(yieldNow()); // a cancel that came meanwhile is thrown by the next await
        });
  }

  // @end

  // @start region="keep"
  static Future<Integer> withReminders(Future<Integer> work, Runnable remind) {
    return async(
        () -> {
          while (true) {
            switch (await(select(keep(work), sleep(Duration.ofMillis(2))))) {
              case First(Integer result) -> {
                return result;
              }
              case Second(_) -> remind.run(); // work goes on; race it again
            }
          }
        });
  }
  // @end
}
