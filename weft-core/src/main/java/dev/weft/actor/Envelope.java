package dev.weft.actor;

import org.jspecify.annotations.Nullable;

/** A message in a mailbox, with the way back if it is an ask. */
record Envelope<M>(M message, @Nullable Reply<?> reply) {

  /** Lets the ask fail, unless it was answered; a message that was told has nobody to hear it. */
  void fail(Throwable cause) {
    if (reply != null) {
      boolean _ = reply.fail(cause);
    }
  }
}
