package dev.weft.internal.scheduler;

import java.util.function.Consumer;

/** Tells the system log of failures that nobody waits for. */
final class UnhandledLog implements Consumer<Throwable> {

  @Override
  public void accept(Throwable failure) {
    System.getLogger("dev.weft")
        .log(System.Logger.Level.ERROR, "A task failed and nobody joined it.", failure);
  }
}
