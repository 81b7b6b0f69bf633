package dev.weft.kv.server;

import dev.weft.Context;
import dev.weft.codec.Framed;
import dev.weft.codegen.LeafFuture;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The next request of a connection, {@code null} at its end. Responses that wait in the buffer are
 * written as soon as no further request is at hand, so that those to requests sent together go out
 * together.
 */
final class NextRequest extends LeafFuture<@Nullable CommandRequest> {

  private final Framed<CommandRequest, CommandResponse> frames;

  NextRequest(Framed<CommandRequest, CommandResponse> frames) {
    this.frames = frames;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws IOException {
    Object request = frames.pollNext(cx);
    if (request == PENDING) {
      // Not waited for: a client that takes no answers is stopped by the bounded buffer.
      frames.pollFlush(cx);
    }
    return request;
  }

  @Override
  protected boolean cancelLeaf() {
    frames.cancelSend();
    return frames.cancelNext();
  }
}
