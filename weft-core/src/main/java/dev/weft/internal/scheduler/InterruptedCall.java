package dev.weft.internal.scheduler;

import dev.weft.Cancellation;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;

/** What it means how a blocking call ended that was interrupted because it was cancelled. */
final class InterruptedCall {

  private InterruptedCall() {}

  /** A cancellation if it ended by the interrupt, else what it threw; null if it returned. */
  static @Nullable Throwable meaning(@Nullable Throwable thrown, Object call) {
    if (thrown instanceof InterruptedException || thrown instanceof ClosedByInterruptException) {
      var cancelled = new Cancellation(call + " was cancelled.");
      cancelled.initCause(thrown);
      return cancelled;
    }
    return thrown;
  }
}
