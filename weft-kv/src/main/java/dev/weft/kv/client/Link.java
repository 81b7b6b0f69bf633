package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.codec.Framed;
import dev.weft.codec.FramedOptions;
import dev.weft.codec.KvFrameCodec;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.net.TcpStream;

/**
 * A connection as frames.
 *
 * @param stream the connection
 * @param frames responses that come and requests that go
 */
record Link(TcpStream stream, Framed<CommandResponse, CommandRequest> frames)
    implements AsyncCloseable {

  /** Most bytes of one message, in both directions. */
  static final int MAX_MESSAGE = 64 << 20;

  private static final KvFrameCodec<CommandResponse, CommandRequest> CODEC =
      KvFrameCodec.<CommandResponse, CommandRequest>messages(CommandResponse.parser())
          .withMaxFrame(MAX_MESSAGE)
          .withMaxMessage(MAX_MESSAGE);

  private static final FramedOptions OPTIONS =
      new FramedOptions(16 << 10, 64 << 10, 2 * MAX_MESSAGE);

  static Future<Link> connect(String host, int port) {
    return async(
        () -> {
          TcpStream stream = await(TcpStream.connect(host, port));
          return new Link(stream, Framed.of(stream, CODEC, OPTIONS));
        });
  }

  /** Closes the connection at once; what waits to be written is given up. */
  @Override
  public Future<Void> closeAsync() {
    return stream.closeAsync();
  }
}
