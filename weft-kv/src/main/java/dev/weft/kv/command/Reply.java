package dev.weft.kv.command;

import dev.weft.Future;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.stream.AsyncStream;
import java.util.Objects;

/** How a request is answered. */
public sealed interface Reply {

  /**
   * By one response.
   *
   * @param response doesn't fail
   */
  record One(Future<CommandResponse> response) implements Reply {
    /** Checks the argument. */
    public One {
      Objects.requireNonNull(response, "response");
    }
  }

  /**
   * By any number of responses over time, after which the connection ends.
   *
   * @param responses where they come from
   * @param release called once when nobody wants them any more, from any thread; never fails
   */
  record Many(AsyncStream<Delivery> responses, Runnable release) implements Reply {
    /** Checks the arguments. */
    public Many {
      Objects.requireNonNull(responses, "responses");
      Objects.requireNonNull(release, "release");
    }
  }
}
