package dev.weft.kv.server;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.selectBiased;
import static dev.weft.Async.sleep;

import dev.weft.Future;
import dev.weft.spi.Clock;
import dev.weft.sync.Notify;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lines about connections that were closed for what their clients did. Of each kind there are at
 * most {@value #LINES} in 10 s, and then one that says how many were left out: a client that does
 * wrong on purpose, over and over, doesn't fill the disk.
 */
final class ClosingLog {

  /*
   * Idea: a span of a kind begins with the first line after the one before is over. In it the first LINES
   * lines are written and the others counted. The count is written when the span is over: by the next line
   * of that kind, or by `reportLate`, a task which sleeps until something is left out and then for a span.
   *
   * Ordering: the monitor of this object guards the spans; lines are written outside of it. A span that
   * leaves its first line out gives `someLeftOut` its signal, which is kept until the task takes it.
   */

  static final int LINES = 10;
  static final Duration SPAN = Duration.ofSeconds(10);

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");
  private static final long SPAN_NANOS = Nanos.of(SPAN);

  /** Why a connection was closed. */
  enum Kind {
    /** Worth a line in any log: nobody sends that by accident. */
    TOO_LARGE(Level.WARNING, "frames above the limit"),
    MALFORMED(Level.INFO, "frames that are none"),
    FAILURE(Level.ERROR, "failures");

    private final Level level;
    private final String reasons;

    Kind(Level level, String reasons) {
      this.level = level;
      this.reasons = reasons;
    }
  }

  /** Of one kind. */
  private static final class Span {
    private boolean begun;
    private long begin; // nanoseconds of the runtime's clock
    private int written;
    private long leftOut;

    boolean isOver(long now) {
      return begun && now - begin >= SPAN_NANOS;
    }

    /** Ends it; how many lines it has left out. */
    long end() {
      long count = leftOut;
      begun = false;
      written = 0;
      leftOut = 0;
      return count;
    }
  }

  private final Span[] spans = new Span[Kind.values().length];
  private final Notify someLeftOut = new Notify();

  ClosingLog() {
    for (int i = 0; i < spans.length; i++) {
      spans[i] = new Span();
    }
  }

  /** Writes a line, or counts it. */
  void write(Kind kind, Clock clock, Supplier<String> line) {
    write(kind, clock, line, null);
  }

  /** Writes a line with the failure that it tells of, or counts it. */
  void write(Kind kind, Clock clock, Supplier<String> line, @Nullable Throwable failure) {
    if (!LOG.isLoggable(kind.level)) {
      return;
    }
    long leftOut = 0;
    boolean writes;
    synchronized (this) {
      long now = clock.nanoTime();
      Span span = spans[kind.ordinal()];
      if (span.isOver(now)) {
        leftOut = span.end();
      }
      if (!span.begun) {
        span.begun = true;
        span.begin = now;
      }
      writes = span.written < LINES;
      if (writes) {
        span.written++;
      } else if (span.leftOut++ == 0) {
        someLeftOut.notifyOne();
      }
    }
    report(kind, leftOut);
    if (writes) {
      LOG.log(kind.level, line, failure);
    }
  }

  /** For a task of the server: writes the counts for which no line comes, until it stops. */
  Future<Void> reportLate(StopSignal stop, Clock clock) {
    return async(
        () -> {
          while (!stop.isStopped()) {
            await(selectBiased(stop.stopped(), someLeftOut.notified()));
            await(selectBiased(stop.stopped(), sleep(SPAN)));
            for (Kind kind : Kind.values()) {
              report(kind, endIfOver(kind, clock.nanoTime()));
            }
          }
        });
  }

  private synchronized long endIfOver(Kind kind, long now) {
    Span span = spans[kind.ordinal()];
    return span.isOver(now) ? span.end() : 0;
  }

  /** At the server's end, when no connection is left: writes the counts that there are. */
  void reportAll() {
    for (Kind kind : Kind.values()) {
      long leftOut;
      synchronized (this) {
        leftOut = spans[kind.ordinal()].end();
      }
      report(kind, leftOut);
    }
  }

  private static void report(Kind kind, long leftOut) {
    if (leftOut > 0) {
      LOG.log(
          kind.level,
          () ->
              "%d more connections were closed for %s; only %d of these lines are written in %d s."
                  .formatted(leftOut, kind.reasons, LINES, SPAN.toSeconds()));
    }
  }
}
