package dev.weft.kv.client;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import dev.weft.time.Sleep;
import org.jspecify.annotations.Nullable;

/** The wait before the next attempt to connect; it counts from the failure of the last one. */
final class Pause extends LeafFuture<Void> {

  private final Backoff backoff;
  private final int failures;
  private final long since;
  private @Nullable Sleep sleep;

  Pause(Backoff backoff, int failures, long since) {
    this.backoff = backoff;
    this.failures = failures;
    this.since = since;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (sleep == null) {
      Services services = TaskContext.services(cx);
      sleep = Sleep.until(since + backoff.nanos(failures, services.random()));
    }
    return sleep.pollRaw(cx);
  }

  @Override
  protected boolean cancelLeaf() {
    return sleep == null || sleep.cancel();
  }
}
