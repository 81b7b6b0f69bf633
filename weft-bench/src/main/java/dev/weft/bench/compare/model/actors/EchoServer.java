package dev.weft.bench.compare.model.actors;

import static dev.weft.Async.await;

import dev.weft.Weft;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorRef;
import dev.weft.bench.compare.model.Echo;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpOptions;
import dev.weft.net.TcpStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** An actor that accepts, and one for each connection, which tells itself to go on. */
final class EchoServer implements Echo {

  private final Weft weft;

  EchoServer(Host host) {
    weft = host.weft();
  }

  /** The only message. */
  private enum Go {
    ON
  }

  @Override
  public int listen() throws Exception {
    TcpListener listener =
        weft.blockOn(
            TcpListener.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                TcpOptions.defaults().noDelay(true).backlog(Work.BACKLOG)));
    begin(acceptor(listener).start(weft));
    return listener.localAddress().getPort();
  }

  private static void begin(ActorRef<Go> actor) {
    actor.tryTell(Go.ON); // its mailbox has room: it holds one message at most
  }

  private Actor<Go> acceptor(TcpListener listener) {
    return Actor.of(
        "acceptor",
        context ->
            _ -> {
              TcpStream client = await(listener.accept());
              begin(connection(client).start(weft));
              begin(context.self());
            });
  }

  private static Actor<Go> connection(TcpStream client) {
    return Actor.of(
        "connection",
        context -> {
          ByteBuffer buffer = ByteBuffer.allocateDirect(Work.BUFFER_BYTES);
          return _ -> {
            try {
              if (await(client.read(buffer.clear())) != TcpStream.EOF) {
                await(client.writeAll(buffer.flip()));
                begin(context.self());
                return;
              }
            } catch (IOException gone) {
              // The client has left; nobody waits for more.
            }
            client.close();
            context.self().stop();
          };
        });
  }
}
