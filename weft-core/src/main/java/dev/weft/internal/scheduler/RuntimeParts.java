package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.task.LiveTasks;
import dev.weft.internal.task.TaskOwner;
import dev.weft.internal.task.Unobserved;
import dev.weft.internal.timer.HeapTimerQueue;
import dev.weft.internal.timer.TreeTimerQueue;
import dev.weft.internal.timer.WheelTimerQueue;
import dev.weft.spi.Clock;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.InboxTimerQueue;
import dev.weft.spi.RandomSource;
import dev.weft.spi.RuntimeThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What a scheduler and a blocking pool are given by the runtime that they belong to. */
final class RuntimeParts {

  private static final System.Logger LOG = System.getLogger("dev.weft");

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
    Function<Runnable, InboxTimerQueue> timers =
        switch (settings.timer()) {
          case WHEEL -> callOwner -> new WheelTimerQueue(now, callOwner);
          case HEAP -> HeapTimerQueue::new;
          case TREE -> TreeTimerQueue::new;
        };
    var turn = new Turn(settings.sockets().open(), clock(), settings.timerSlackNanos(), timers);
    clock().onJump(turn::lookAgain);
    return turn;
  }

  /** Opens a driver with timers for each of so many workers, or none. */
  List<Turn> openTurns(int count) throws IOException {
    List<Turn> turns = new ArrayList<>(count);
    try {
      for (int i = 0; i < count; i++) {
        turns.add(openTurn());
      }
    } catch (IOException failure) {
      turns.forEach(turn -> turn.driver().close());
      throw failure;
    }
    return turns;
  }

  RuntimeThread newThread(String name, Runnable body) {
    return settings.threads().newThread(settings.name() + "-" + name, body);
  }

  void threadStarted() {
    runHook(settings.hooks().onThreadStart());
  }

  void threadStopped() {
    runHook(settings.hooks().onThreadStop());
  }

  /** A worker is about to sleep. */
  void parks() {
    Runnable hook = settings.hooks().onPark();
    if (hook != null) {
      runHook(hook);
    }
  }

  /** A worker has slept. */
  void unparks() {
    Runnable hook = settings.hooks().onUnpark();
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
    LOG.log(
        System.Logger.Level.WARNING,
        "Runtime {0} is closed, but thread {1} can''t be stopped and is left behind; it is at {2}.",
        settings.name(),
        thread.getName(),
        stack.length == 0 ? "an unknown place" : stack[0]);
  }

  void logLeftTask(Weft.TaskInfo task) {
    LOG.log(
        System.Logger.Level.WARNING,
        "Runtime {0} is closed, but {1} doesn''t stop and is left behind.",
        settings.name(),
        task);
  }
}
