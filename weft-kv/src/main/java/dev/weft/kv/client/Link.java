package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.codec.Framed;
import dev.weft.codec.FramedOptions;
import dev.weft.codec.KvFrameCodec;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.net.tls.TlsStream;
import dev.weft.net.tls.TlsVersion;

/**
 * A connection as frames.
 *
 * @param stream the connection
 * @param frames responses that come and requests that go
 */
record Link(AsyncCloseable stream, Framed<CommandResponse, CommandRequest> frames)
    implements AsyncCloseable {

  private static final int READ_BYTES = 16 << 10;
  private static final int BOUNDARY_BYTES = 64 << 10;

  /** A way to a server. */
  @FunctionalInterface
  interface Source {
    Future<Link> open();
  }

  static <S extends AsyncRead & AsyncWrite & AsyncCloseable> Source source(
      Dialer<S> dialer, String host, int port, int maxMessage) {
    return () -> async(() -> of(await(dialer.dial(host, port)), maxMessage));
  }

  private static <S extends AsyncRead & AsyncWrite & AsyncCloseable> Link of(
      S stream, int maxMessage) {
    KvFrameCodec<CommandResponse, CommandRequest> codec =
        KvFrameCodec.<CommandResponse, CommandRequest>messages(CommandResponse.parser())
            .withMaxFrame(maxMessage)
            .withMaxMessage(maxMessage);
    // Up to the boundary may wait before another message is added, with a header of four bytes.
    var options = new FramedOptions(READ_BYTES, BOUNDARY_BYTES, maxMessage + 2 * BOUNDARY_BYTES);
    return new Link(stream, Framed.of(stream, codec, options));
  }

  /** Tells the server that nothing more will be asked, where the answers can go on after that. */
  Future<Void> endRequests() {
    boolean endsBothWays = stream instanceof TlsStream tls && tls.version() == TlsVersion.TLS_1_2;
    return endsBothWays ? frames.flush() : frames.writer().closeAsync();
  }

  /** Closes the connection at once; what waits to be written is given up. */
  @Override
  public Future<Void> closeAsync() {
    return stream.closeAsync();
  }
}
