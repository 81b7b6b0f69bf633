package dev.weft.kv.client;

import dev.weft.Cancellation;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.sync.Oneshot;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One request on its way, and where its answer goes. */
final class Call {

  private final CommandRequest request;
  private final Oneshot<CommandResponse> result = Oneshot.create();
  // Written by the driver before it closes the channel, read by the caller after it saw that.
  private @Nullable Throwable failure;

  Call(CommandRequest request) {
    this.request = request;
  }

  CommandRequest request() {
    return request;
  }

  Oneshot.Receiver<CommandResponse> result() {
    return result.receiver();
  }

  /** Hands the answer over; a caller that was cancelled doesn't get it. */
  void answer(CommandResponse response) {
    var _ = result.sender().send(response);
  }

  /** Ends the call without an answer, unless it has one. */
  void fail(Throwable why) {
    failure = why;
    result.sender().close();
  }

  /** Why there is no answer: an exception of the caller's own, with what happened as its cause. */
  IOException failure() {
    return failure(failure);
  }

  static IOException failure(@Nullable Throwable why) {
    return why == null || why instanceof Cancellation
        ? new IOException("The client was closed before the server answered.")
        : new IOException("The server gave no answer: " + why.getMessage(), why);
  }
}
