package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import java.time.Duration;
import java.util.function.Consumer;

/** Runtimes. */
final class WeftSnippets {

  private WeftSnippets() {}

  static String hello() throws Exception {
    // @start region="hello"
    try (Weft weft = Weft.create()) {
      String text =
          weft.blockOn(
              async(
                  () -> {
                    await(sleep(Duration.ofMillis(10)));
                    return "hello";
                  }));
      return text;
    }
    // @end
  }

  static Weft small(Consumer<Throwable> failures) {
    // @start region="builder"
    Weft weft =
        Weft.builder()
            .name("mail") // the prefix of its threads' names
            .workers(2)
            .blockingThreads(16)
            .grace(Duration.ofSeconds(5))
            .onUnhandled(failures) // gets the failures that nobody waits for
            .build();
    // @end
    return weft;
  }

  static boolean stop(Weft weft) {
    // @start region="shutdown"
    boolean allDone = weft.shutdown(Duration.ofSeconds(10)); // lets tasks finish
    weft.close(); // cancels what is left, and waits until it has cleaned up
    // @end
    return allDone;
  }

  static String look(Weft weft) {
    // @start region="metrics"
    Weft.Metrics now = weft.metrics();
    String text = now.liveTasks() + " tasks on " + now.workers() + " workers\n" + weft.dump();
    // @end
    return text;
  }

  static JoinHandle<Integer> chosen(Weft weft, Future<Integer> work, String account) {
    // @start region="options"
    var options = Weft.SpawnOptions.defaults().name("booking").key(account);
    JoinHandle<Integer> handle = weft.spawn(work, options); // all of one account on one worker
    // @end
    return handle;
  }

  static Weft watched(Consumer<Weft.LongPoll> alarm) {
    // @start region="watchdog"
    Weft weft =
        Weft.builder()
            .watchdog(Duration.ofMillis(20)) // 100 ms unless said otherwise
            .onLongPoll(alarm) // by default a line in the log
            .build();
    // @end
    return weft;
  }
}
