package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.LiveTasks;
import dev.weft.internal.task.TaskOwner;
import dev.weft.internal.task.Unobserved;
import dev.weft.internal.timer.WheelTimerQueue;
import dev.weft.spi.Clock;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.InboxTimerQueue;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimeThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a scheduler and a blocking pool are given by the runtime that they belong to. */
final class RuntimeParts {

  private final WeftRuntime runtime;
  private final Settings settings;
  private final Unobserved unobserved;
  private final CallerWatch watch = new CallerWatch(this);
  private final Events events = Events.ofThisJvm();

  RuntimeParts(WeftRuntime runtime, Settings settings, Unobserved unobserved) {
    this.runtime = runtime;
    this.settings = settings;
    this.unobserved = unobserved;
  }

  Weft weft() {
    return runtime;
  }

  /** The owner of tasks that ask for nothing special. */
  TaskOwner owner() {
    return runtime;
  }

  /** The tasks that haven't ended. */
  LiveTasks live() {
    return runtime.live();
  }

  /** What other packages have added to the runtime. */
  PartRegistry extras() {
    return runtime.extras();
  }

  Events events() {
    return events;
  }

  Settings settings() {
    return settings;
  }

  Clock clock() {
    return settings.clock();
  }

  RandomSource random() {
    return settings.random();
  }

  DriverProvider sockets() {
    return settings.sockets();
  }

  Unobserved unobserved() {
    return unobserved;
  }

  /** Who watches polls outside workers. */
  CallerWatch watch() {
    return watch;
  }

  long keepAliveNanos() {
    return settings.keepAliveNanos();
  }

  /** The time by which threads are watched; it passes even where a test holds the clock. */
  long realNanos() {
    return SystemSpi.CLOCK.nanoTime();
  }

  /** Opens a driver with timers. */
  Turn openTurn() throws IOException {
    long now = clock().nanoTime();
    var call = new SleeperCall(settings.sockets().open());
    InboxTimerQueue timers =
        settings.timer() == Weft.Timer.WHEEL
            ? new WheelTimerQueue(now, call)
            : ComparingTimers.of(settings.timer(), call);
    clock().onJump(call);
    return new Turn(call, timers, clock(), settings.timerSlackNanos());
  }

  /** Opens a driver with timers for each of so many workers, or none. */
  List<Turn> openTurns(int count) throws IOException {
    List<Turn> turns = new ArrayList<>(count);
    try {
      for (int i = 0; i < count; i++) {
        turns.add(openTurn());
      }
    } catch (Throwable failure) {
      turns.forEach(turn -> turn.driver().close());
      throw failure;
    }
    return turns;
  }

  RuntimeThread newThread(String name, Runnable body) {
    return settings.threads().newThread(settings.name() + "-" + name, body);
  }

  /**
   * Waits for the end of a thread until a time, also on a thread that is interrupted meanwhile.
   *
   * @return whether it was
   */
  boolean join(Thread thread, long deadlineNanos) {
    boolean interrupted = false;
    long left = deadlineNanos - realNanos();
    do {
      try {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
        break;
      } catch (InterruptedException interrupt) {
        interrupted = true;
        left = deadlineNanos - realNanos();
      }
    } while (left > 0);
    return interrupted;
  }

  void threadStarted() {
    runHookIfAny(settings.hooks().onThreadStart());
  }

  void threadStopped() {
    runHookIfAny(settings.hooks().onThreadStop());
  }

  /** A worker is about to sleep. */
  void parks() {
    runHookIfAny(settings.hooks().onPark());
  }

  /** A worker has slept. */
  void unparks() {
    runHookIfAny(settings.hooks().onUnpark());
  }

  private void runHookIfAny(@Nullable Runnable hook) {
    if (hook != null) {
      runHook(hook);
    }
  }

  /** Runs code of the user's that must not harm the calling thread. */
  void runHook(Runnable hook) {
    try {
      hook.run();
    } catch (Throwable failure) {
      unobserved.report(failure);
    }
  }

  void logLeftThread(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    log(
        System.Logger.Level.WARNING,
        "Runtime {0} is closed, but thread {1} can''t be stopped and is left behind; it is at {2}.",
        settings.name(),
        thread.getName(),
        stack.length == 0 ? "an unknown place" : stack[0]);
  }

  void logLeftTask(Weft.TaskInfo task) {
    log(
        System.Logger.Level.WARNING,
        "Runtime {0} is closed, but {1} doesn''t stop and is left behind.",
        settings.name(),
        task);
  }

  /** Not kept in a field: a logger takes longer to be made than a runtime to be started. */
  private static void log(System.Logger.Level level, String format, Object... parameters) {
    System.getLogger("dev.weft").log(level, format, parameters);
  }
}
