package dev.weft.internal.scheduler;

import org.jspecify.annotations.Nullable;

/** What a flight recorder is told; nothing, where the JVM has none. */
interface Events {

  /** A task was spawned. */
  void spawned(long task, @Nullable String name);

  /** A worker took tasks from another one. */
  void stole(int thief, int victim, int tasks);

  /** The watchdog has reported a poll. */
  void longPoll(String thread, long task, long lastingNanos, @Nullable String line);

  /** A worker sleeps. */
  Span park(int worker);

  /** A task blocks its worker, having said so. */
  Span blockInPlace(long task);

  /** A blocking job waits for a thread. */
  Span blockingWait();

  /** Something that takes time. */
  interface Span {
    /** Ends it; called once. */
    void finish();
  }

  /** The recorder of this JVM, if its module is there. */
  static Events ofThisJvm() {
    ModuleLayer own = Events.class.getModule().getLayer();
    ModuleLayer layer = own == null ? ModuleLayer.boot() : own; // null on the class path
    return layer.findModule("jdk.jfr").isPresent() ? new RecorderEvents() : SilentEvents.INSTANCE;
  }
}
