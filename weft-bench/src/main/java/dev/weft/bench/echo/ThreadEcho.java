package dev.weft.bench.echo;

import dev.weft.bench.process.Control;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The echo server on virtual threads: one for each connection, and blocking sockets. */
final class ThreadEcho {

  private ThreadEcho() {}

  /**
   * Serves until the input ends.
   *
   * @param args none
   */
  public static void main(String[] args) throws Exception {
    try (var listener =
        new ServerSocket(0, EchoServers.BACKLOG, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> accept(listener));
      Control.say("ready", listener.getLocalPort());
      Control.serveUntilEnd();
    }
  }

  private static void accept(ServerSocket listener) {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        client.setTcpNoDelay(true);
        Thread.startVirtualThread(() -> echo(client));
      } catch (IOException broken) {
        if (!listener.isClosed()) {
          throw new UncheckedIOException(broken);
        }
      }
    }
  }

  private static void echo(Socket client) {
    try (client) {
      byte[] buffer = new byte[EchoServers.BUFFER_BYTES];
      InputStream in = client.getInputStream();
      OutputStream out = client.getOutputStream();
      int count = in.read(buffer);
      while (count >= 0) {
        out.write(buffer, 0, count);
        count = in.read(buffer);
      }
    } catch (IOException gone) {
      // The client has left; nobody waits for more.
    }
  }
}
