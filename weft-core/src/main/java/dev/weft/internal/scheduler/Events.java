package dev.weft.internal.scheduler;

import org.jspecify.annotations.Nullable;

/** What a flight recorder is told; nothing, where the JVM has none. */
interface Events {

  /** Something that takes time; its end is told once. */
  interface Span {
    /** Ends it. */
    void finish();
  }

  /** A span that nobody records. */
  Span NONE = () -> {};

  /** A runtime without a flight recorder. */
  Events SILENT =
      new Events() {
        @Override
        public void spawned(long task, @Nullable String name) {}

        @Override
        public void stole(int thief, int victim, int tasks) {}

        @Override
        public void longPoll(String thread, long task, long lastingNanos, @Nullable String line) {}

        @Override
        public Span park(int worker) {
          return NONE;
        }

        @Override
        public Span blockInPlace(long task) {
          return NONE;
        }

        @Override
        public Span blockingWait() {
          return NONE;
        }
      };

  /** The recorder of this JVM, if its module is there. */
  static Events ofThisJvm() {
    return Events.class.getModule().getLayer() == null // on the class path: as the JVM was started
        ? inLayer(ModuleLayer.boot())
        : inLayer(Events.class.getModule().getLayer());
  }

  private static Events inLayer(ModuleLayer layer) {
    return layer.findModule("jdk.jfr").isPresent() ? new JfrEvents() : SILENT;
  }

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
}
