package dev.weft.internal.scheduler;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** The flight recorder's events, once somebody has started it. */
final class RecorderEvents implements Events {

  /*
   * Loading the first class of events costs more than a runtime's whole start. So JfrEvents, which names
   * them, is loaded when the recorder has been initialised, which every way to start a recording does;
   * until then an event is one look at a flag.
   *
   * Threads that find no `target` at the same time make one each; they are alike.
   */

  private volatile @Nullable Events target;

  private Events target() {
    return FlightRecorder.isInitialized() ? started() : SilentEvents.INSTANCE;
  }

  private Events started() {
    Events known = target;
    if (known == null) {
      known = new JfrEvents();
      target = known;
    }
    return known;
  }

  @Override
  public void spawned(long task, @Nullable String name) {
    target().spawned(task, name);
  }

  @Override
  public void stole(int thief, int victim, int tasks) {
    target().stole(thief, victim, tasks);
  }

  @Override
  public void longPoll(String thread, long task, long lastingNanos, @Nullable String line) {
    target().longPoll(thread, task, lastingNanos, line);
  }

  @Override
  public Span park(int worker) {
    return target().park(worker);
  }

  @Override
  public Span blockInPlace(long task) {
    return target().blockInPlace(task);
  }

  @Override
  public Span blockingWait() {
    return target().blockingWait();
  }
}
