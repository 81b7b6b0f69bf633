package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.time.DelayQueue;
import dev.weft.time.Interval;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

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

  /** Sessions that end when nothing was heard of them for a minute. */
  // @start region="delayQueue"
  static final class Sessions {
    private final DelayQueue<String> idle;
    private final Map<String, DelayQueue.Entry<String>> open = new ConcurrentHashMap<>();

    Sessions(Weft weft) {
      idle = DelayQueue.on(weft, 100_000);
    }

    void begin(String name) {
      open.put(name, idle.insert(name, Duration.ofMinutes(1)));
    }

    /** False if it comes too late. */
    boolean heard(String name) {
      var entry = open.get(name);
      return entry != null && idle.reset(entry, Duration.ofMinutes(1));
    }

    void end(String name) {
      var entry = open.remove(name);
      if (entry != null) {
        idle.tryRemove(entry);
      }
    }

    /** Runs until it is cancelled. */
    Future<Void> expire(Consumer<String> onEnd) {
      return async(
          () -> {
            while (true) {
              String name = await(idle.take()).value();
              open.remove(name);
              onEnd.accept(name);
            }
          });
    }
  }

  // @end

  static Sleep later(Sleep sleep) {
    // @start region="reset"
    sleep = sleep.reset(Duration.ofSeconds(5));
    // @end
    return sleep;
  }
}
