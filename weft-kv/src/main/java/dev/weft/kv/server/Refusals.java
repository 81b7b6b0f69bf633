package dev.weft.kv.server;

import dev.weft.codec.FrameTooLargeException;
import dev.weft.kv.proto.CommandResponse;

/** The answers that the server gives in place of its service. */
final class Refusals {

  private Refusals() {}

  private static final CommandResponse HOOK_FAILED = failed("A hook of the server failed.");

  /** A hook has failed; why is for the log. */
  static CommandResponse hookFailed() {
    return HOOK_FAILED;
  }

  /** The answer doesn't fit into a frame. */
  static CommandResponse tooLarge(FrameTooLargeException failure) {
    return failed("The answer is too large to be sent: " + failure.getMessage());
  }

  private static CommandResponse failed(String message) {
    return CommandResponse.newBuilder().setStatus(500).setMessage(message).build();
  }
}
