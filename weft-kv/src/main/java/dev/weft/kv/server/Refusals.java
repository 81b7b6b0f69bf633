package dev.weft.kv.server;

import dev.weft.codec.FrameTooLargeException;
import dev.weft.kv.proto.CommandResponse;

/** The answers that the server gives in place of its service. */
final class Refusals {

  private Refusals() {}

  /** The answer doesn't fit into a frame. */
  static CommandResponse tooLarge(FrameTooLargeException failure) {
    return CommandResponse.newBuilder()
        .setStatus(500)
        .setMessage("The answer is too large to be sent: " + failure.getMessage())
        .build();
  }
}
