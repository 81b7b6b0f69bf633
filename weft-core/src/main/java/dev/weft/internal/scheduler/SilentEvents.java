package dev.weft.internal.scheduler;

import org.jspecify.annotations.Nullable;

/** Nobody records. */
final class SilentEvents implements Events {

  static final SilentEvents INSTANCE = new SilentEvents();

  /** A span that nobody records. */
  static final Span SPAN = new NoSpan();

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

  /** A class, since a lambda would be the first of its process, and slow. */
  private static final class NoSpan implements Span {
    @Override
    public void finish() {}
  }
}
