package dev.weft.spi;

import dev.weft.testkit.TestTimer;
import java.util.ArrayList;
import java.util.List;

/** A timer queue that is obviously right: a list that is sorted at each look. */
final class TimerModel {

  private final List<TestTimer> pending = new ArrayList<>();

  void add(TestTimer timer) {
    pending.add(timer);
  }

  boolean cancel(TestTimer timer) {
    return pending.remove(timer);
  }

  /** What fires now, in order. */
  List<TestTimer> fire(long now) {
    var due = new ArrayList<TestTimer>();
    for (TestTimer timer : pending) {
      if (now - timer.deadlineNanos() >= 0) {
        due.add(timer);
      }
    }
    due.sort((a, b) -> Long.compare(now - b.deadlineNanos(), now - a.deadlineNanos()));
    pending.removeAll(due);
    return due;
  }

  long nanosUntilNext(long now) {
    return pending.stream()
        .mapToLong(timer -> timer.deadlineNanos() - now)
        .min()
        .orElse(TimerQueue.NONE);
  }

  List<TestTimer> pending() {
    return pending;
  }
}
