package dev.weft.kv.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;

import dev.weft.Future;
import dev.weft.io.Io;
import dev.weft.kv.yamux.Prefixed;
import dev.weft.kv.yamux.Yamux;
import dev.weft.kv.yamux.YamuxOptions;
import dev.weft.kv.yamux.YamuxSession;
import dev.weft.kv.yamux.YamuxStream;
import dev.weft.net.TcpStream;
import java.nio.ByteBuffer;

/** What the documentation shows; run by {@link YamuxSnippetsTest}. */
public final class YamuxSnippets {

  private YamuxSnippets() {}

  /** Echoes each stream of a session until the session ends. */
  public static Future<Void> serve(TcpStream connection) {
    // @start region="server"
    return scope(
        streams -> {
          YamuxSession session = YamuxSession.server(connection, YamuxOptions.DEFAULT);
          streams.spawn(session.run());
          for (YamuxStream s = await(session.accept()); s != null; s = await(session.accept())) {
            streams.spawn(echo(s));
          }
          return null;
        });
    // @end
  }

  /** Echoes a connection, or each stream of it if it is a session. */
  public static Future<Void> serveEither(TcpStream connection) {
    // @start region="detect"
    return async(
        () -> {
          Prefixed<TcpStream> looked = Prefixed.of(connection);
          if (await(Yamux.detect(looked))) {
            // the bytes that were looked at are still there
            await(YamuxSession.server(looked, YamuxOptions.DEFAULT).run());
          } else {
            await(Io.copy(looked, looked));
          }
        });
    // @end
  }

  private static Future<Void> echo(YamuxStream stream) {
    return async(
        () -> {
          try (stream) {
            await(Io.copy(stream, stream));
          }
        });
  }

  /** One exchange over a stream of a session of its own. */
  public static Future<ByteBuffer> client(int port, ByteBuffer request) {
    // @start region="client"
    return scope(
        tasks -> {
          TcpStream connection = await(TcpStream.connect("127.0.0.1", port));
          YamuxSession session = YamuxSession.client(connection, YamuxOptions.DEFAULT);
          tasks.spawn(session.run());
          try (YamuxStream stream = await(session.open())) {
            ByteBuffer answer = ByteBuffer.allocate(request.remaining());
            await(stream.writeAll(request));
            await(Io.readExactly(stream, answer));
            return answer.flip();
          } finally {
            session.drain(); // ends with its last stream
          }
        });
    // @end
  }
}
