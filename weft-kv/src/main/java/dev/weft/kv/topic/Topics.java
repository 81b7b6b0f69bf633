package dev.weft.kv.command;

import dev.weft.codec.Encoder;
import dev.weft.codec.FrameBuffer;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.topic.Broadcaster;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a service.
 *
 * @param broadcaster who listens to them
 * @param encoder makes the frame of a message, the same for all who listen
 */
record Topics(Broadcaster<Delivery> broadcaster, @Nullable Encoder<CommandResponse> encoder) {

  private static final int MOST_BYTES = 1 << 30;

  /** A message as it is put into the queues. */
  Delivery encoded(CommandResponse message) throws IOException {
    if (encoder == null) {
      return Delivery.of(message);
    }
    var frame = new FrameBuffer(MOST_BYTES);
    encoder.encode(message, frame);
    return Delivery.encoded(message, frame.toArray());
  }
}
