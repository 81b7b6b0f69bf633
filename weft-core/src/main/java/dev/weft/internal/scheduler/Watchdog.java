package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.codegen.UserFrames;
import dev.weft.internal.task.TaskCell;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports polls that take too long, each once. */
final class Watchdog {

  /*
   * It is run by a monitor, which looks at the ticks of all workers anyway, so it costs the workers
   * nothing. All it reads of a stuck worker it reads racily: the task, then the stack, and then the
   * ticks once more; if they have changed, the poll has ended meanwhile and nothing is reported.
   *
   * The line: a stack begins with Weft's own frames; the first frame above those that isn't Weft's or
   * the JDK's is the block or the future that the task runs, whatever it has called since.
   */

  private static final String POLLER = TaskCell.class.getName();

  private final long thresholdNanos;
  private @Nullable Consumer<? super Weft.LongPoll> listener; // null: the system log, once needed
  private final RuntimeParts parts;
  private final AtomicLong reported = new AtomicLong();

  Watchdog(RuntimeParts parts) {
    this.parts = parts;
    this.thresholdNanos = parts.settings().watchdogNanos();
    this.listener = parts.settings().onLongPoll();
  }

  boolean isOn() {
    return thresholdNanos > 0;
  }

  /** Polls reported so far. */
  long reported() {
    return reported.get();
  }

  /** Looks at a worker whose watch has just been brought up to date. */
  void look(WorkSite site, PollWatch watch, long nowNanos) {
    if (isOn() && !site.mayBlock() && watch.isFirstTime(thresholdNanos, nowNanos)) {
      Weft.LongPoll poll = describe(site, watch, nowNanos);
      if (poll == null) {
        watch.forget();
      } else {
        report(poll);
      }
    }
  }

  private Weft.@Nullable LongPoll describe(WorkSite site, PollWatch watch, long nowNanos) {
    Thread thread = site.thread();
    TaskCell<?> task = site.task();
    if (thread == null || task == null) {
      return null;
    }
    Weft.TaskInfo info = task.info();
    StackTraceElement[] stack = site.stack();
    if (site.ticks() != watch.ticks()) {
      return null;
    }
    StackTraceElement line = lineOfBlock(stack);
    return new Weft.LongPoll(
        thread.getName(),
        new Weft.TaskInfo(
            info.id(),
            info.state(),
            info.future(),
            line == null ? info.location() : line,
            info.name()),
        Duration.ofNanos(watch.lastingNanos(nowNanos)),
        Arrays.asList(stack));
  }

  /** The outermost frame of user code in the poll. */
  static @Nullable StackTraceElement lineOfBlock(StackTraceElement[] stack) {
    int poll = 0;
    while (poll < stack.length && !stack[poll].getClassName().equals(POLLER)) {
      poll++; // what is below is whoever called blockOn; a block's own thread has no such frame
    }
    for (int i = poll - 1; i >= 0; i--) {
      if (UserFrames.isUser(stack[i].getClassName())) {
        return stack[i];
      }
    }
    return null;
  }

  private void report(Weft.LongPoll poll) {
    reported.getAndIncrement();
    StackTraceElement line = poll.task().location();
    parts
        .events()
        .longPoll(
            poll.thread(),
            poll.task().id(),
            poll.lasting().toNanos(),
            line == null ? null : line.toString());
    Consumer<? super Weft.LongPoll> told = listener();
    parts.runHook(() -> told.accept(poll));
  }

  private Consumer<? super Weft.LongPoll> listener() {
    Consumer<? super Weft.LongPoll> known = listener;
    if (known == null) {
      known = new LongPollLog(parts::realNanos, LongPollLog::toSystemLog);
      listener = known;
    }
    return known;
  }
}
