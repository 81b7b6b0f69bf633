package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.io.Io;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import java.util.function.Consumer;

/** Sends each client its own bytes back. Try it with {@code nc localhost 7777}. */
public final class EchoServer {

  private EchoServer() {}

  /**
   * Serves until the program is stopped.
   *
   * @param args the port, or nothing for 7777
   * @throws Exception if the port can't be opened
   */
  public static void main(String[] args) throws Exception {
    int port = args.length == 0 ? 7777 : Integer.parseInt(args[0]);
    try (Weft weft = Weft.create()) {
      weft.blockOn(run(port, IO::println));
    }
  }

  static Future<Void> run(int port, Consumer<String> say) {
    return async(
        () -> {
          try (TcpListener listener = await(TcpListener.bind("127.0.0.1", port))) {
            say.accept("listening on port " + listener.localAddress().getPort());
            await(serve(listener));
          }
        });
  }

  // @start region="serve"
  /** One task per client. When this is cancelled, so are they, and their sockets are closed. */
  static Future<Void> serve(TcpListener listener) {
    return scope(
        clients -> {
          clients.supervised(); // one client's broken connection is no failure of the others
          while (true) {
            TcpStream client = await(listener.accept());
            clients.spawn(echo(client)).detach();
          }
        });
  }

  static Future<Void> echo(TcpStream client) {
    return async(
        () -> {
          try (client) {
            await(Io.copy(client, client)); // until the client ends what it sends
          }
        });
  }
  // @end
}
