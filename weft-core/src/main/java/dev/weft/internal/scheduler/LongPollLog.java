package dev.weft.internal.scheduler;

import dev.weft.Weft;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Tells the system log of long polls: of the first few of a time, and then how many more. */
final class LongPollLog implements Consumer<Weft.LongPoll> {

  // A machine that is overloaded, or a task that does it again and again, must not fill the log.
  static final int LINES = 10;
  static final long PERIOD_NANOS = 10_000_000_000L;

  private final LongSupplier nanoTime;
  private final Line log;
  private long periodStart;
  private int inPeriod;

  /** Takes a line, and the stack that belongs to it. */
  interface Line {
    void write(String line, Throwable stack);
  }

  LongPollLog(LongSupplier nanoTime, Line log) {
    this.nanoTime = nanoTime;
    this.log = log;
    periodStart = nanoTime.getAsLong();
  }

  /** Into the system log. */
  static void toSystemLog(String line, Throwable stack) {
    System.getLogger("dev.weft").log(System.Logger.Level.WARNING, line, stack);
  }

  @Override
  public void accept(Weft.LongPoll poll) {
    long now = nanoTime.getAsLong();
    int left = 0;
    if (now - periodStart >= PERIOD_NANOS) {
      left = Math.max(0, inPeriod - LINES);
      periodStart = now;
      inPeriod = 0;
    }
    if (inPeriod++ < LINES) {
      var stack = new Throwable("stack of " + poll.thread());
      stack.setStackTrace(poll.stack().toArray(StackTraceElement[]::new));
      String others = left == 0 ? "" : " (" + left + " more were left out before)";
      log.write("A poll takes long: " + poll + others + ".", stack);
    }
  }
}
