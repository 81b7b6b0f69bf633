package dev.weft.bench.compare.model;

import java.time.Duration;

/** What the works of all models have in common, so that they do the same. */
public final class Work {

  /** What waits waits for longer than anything takes. */
  public static final Duration LONG = Duration.ofHours(1);

  /** Steps of the pipeline; each adds 1 to the number that passes. */
  public static final int STAGES = 8;

  /** Numbers between two steps of the pipeline at most. */
  public static final int CAPACITY = 64;

  /** What an echo server reads at once at most. */
  public static final int BUFFER_BYTES = 4 << 10;

  /** Connections that wait to be accepted. */
  public static final int BACKLOG = 1024;

  private Work() {}
}
