package dev.weft.kv.server;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codec.Framed;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The response to a request, and meanwhile the way out for the responses before it: one that takes
 * long doesn't hold those back.
 */
final class Answer extends LeafFuture<CommandResponse> {

  private final RawFuture<CommandResponse> response;
  private final Framed<CommandRequest, CommandResponse> frames;
  private boolean broken;

  Answer(Future<CommandResponse> response, Framed<CommandRequest, CommandResponse> frames) {
    this.response = RawFuture.own(response);
    this.frames = frames;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    Object answer = response.pollRaw(cx);
    if (answer == PENDING && !broken) {
      try {
        frames.pollFlush(cx);
      } catch (IOException gone) {
        // The request is carried out to its end all the same; the write of its answer fails again.
        broken = true;
      }
    }
    return answer;
  }

  @Override
  protected boolean cancelLeaf() {
    frames.cancelSend();
    return response.cancel();
  }
}
