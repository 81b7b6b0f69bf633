package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.time.Interval;
import dev.weft.time.Sleep;
import java.time.Duration;

/** Timers. */
final class TimeSnippets {

  private TimeSnippets() {}

  static Future<Void> reporting(Runnable report) {
    return async(
        () -> {
          // @start region="interval"
          var interval = Interval.every(Duration.ofSeconds(1));
          while (true) {
            await(interval.tick()); // the first at once
            report.run();
          }
          // @end
        });
  }

  static Sleep later(Sleep sleep) {
    // @start region="reset"
    sleep = sleep.reset(Duration.ofSeconds(5));
    // @end
    return sleep;
  }
}
