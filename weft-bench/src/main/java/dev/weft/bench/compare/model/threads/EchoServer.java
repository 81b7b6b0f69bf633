package dev.weft.bench.compare.model.threads;

import dev.weft.bench.compare.model.Echo;
import dev.weft.bench.compare.model.Host;
import dev.weft.bench.compare.model.Work;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadFactory;

/** A thread for each connection. */
final class EchoServer implements Echo {

  private final ThreadFactory threads;

  EchoServer(Host host) {
    threads = host.threads();
  }

  @Override
  public int listen() throws IOException {
    var listener = new ServerSocket(0, Work.BACKLOG, InetAddress.getLoopbackAddress());
    threads.newThread(() -> accept(listener)).start();
    return listener.getLocalPort();
  }

  private void accept(ServerSocket listener) {
    try (listener) {
      while (true) {
        Socket client = listener.accept();
        client.setTcpNoDelay(true);
        threads.newThread(() -> echo(client)).start();
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static void echo(Socket client) {
    try (client) {
      byte[] buffer = new byte[Work.BUFFER_BYTES];
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
