package dev.weft.examples;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client of the web server with a plain socket, which may send whatever it likes. */
final class HttpPeer implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  record Answer(int status, List<String> headers, String body) {

    boolean has(String header) {
      return headers.contains(header);
    }
  }

  HttpPeer(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  HttpPeer send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** Sends as much as the server takes; it may hang up in between. */
  HttpPeer sendAsMuchAsItTakes(String text) {
    try {
      return send(text);
    } catch (IOException hungUp) {
      return this;
    }
  }

  HttpPeer halfClose() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  Answer get(String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n").answer();
  }

  Answer post(String path, String body) throws IOException {
    return send("POST "
            + path
            + " HTTP/1.1\r\nHost: test\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .answer();
  }

  Answer answer() throws IOException {
    return answer(true);
  }

  Answer answer(boolean withBody) throws IOException {
    String status = line();
    List<String> headers = new ArrayList<>();
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      headers.add(header);
      if (header.startsWith("Content-Length: ")) {
        length = Integer.parseInt(header.substring("Content-Length: ".length()));
      }
    }
    String body = withBody ? new String(in.readNBytes(length), StandardCharsets.UTF_8) : "";
    return new Answer(Integer.parseInt(status.split(" ", 3)[1]), headers, body);
  }

  String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("The server has ended after \"" + line + "\".");
      }
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /** Whether the server says that this was all. */
  boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
