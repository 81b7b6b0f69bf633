package dev.weft.internal.scheduler;

import org.jspecify.annotations.Nullable;

/** Nobody records. */
final class SilentEvents implements Events, Events.Span {

  static final SilentEvents INSTANCE = new SilentEvents();

  /** A span that nobody records. */
  static final Span SPAN = INSTANCE;

  private SilentEvents() {}

  @Override
  public void spawned(long task, @Nullable String name) {}

  @Override
  public void stole(int thief, int victim, int tasks) {}

  @Override
  public void longPoll(String thread, long task, long lastingNanos, @Nullable String line) {}

  @Override
  public Span park(int worker) {
    return SPAN;
  }

  @Override
  public Span blockInPlace(long task) {
    return SPAN;
  }

  @Override
  public Span blockingWait() {
    return SPAN;
  }

  @Override
  public void finish() {}
}
