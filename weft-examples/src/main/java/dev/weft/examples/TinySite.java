package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.io.BufReader;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** As much of HTTP as it takes to have something to download. */
final class TinySite {

  private static final int LARGEST_PAGE = 1 << 20;

  private TinySite() {}

  /** Where the pages come from; a page may take its time. */
  interface Pages {
    Future<String> page(String path);
  }

  /** Answers every {@code GET} with its page. */
  static Future<Void> serve(TcpListener listener, Pages pages) {
    return scope(
        clients -> {
          clients.supervised();
          while (true) {
            TcpStream client = await(listener.accept());
            clients.spawn(answer(client, pages)).detach();
          }
        });
  }

  private static Future<Void> answer(TcpStream client, Pages pages) {
    return async(
        () -> {
          try (client) {
            String path = pathOf(await(headOf(new BufReader(client))));
            String page = await(pages.page(path));
            await(client.writeAll(bytes("HTTP/1.0 200 OK\r\n\r\n"), bytes(page)));
          }
        });
  }

  // @start region="download"
  /** Fetches one page; fails if the site doesn't answer with it. */
  static Future<String> download(InetSocketAddress site, String path) {
    return async(
        () -> {
          try (TcpStream stream = await(TcpStream.connect(site))) {
            await(stream.writeAll(bytes("GET " + path + " HTTP/1.0\r\n\r\n")));
            var reader = new BufReader(stream);
            String status = await(headOf(reader));
            if (!status.startsWith("HTTP/1.0 200 ")) {
              throw new IOException("http:/" + site + path + " answered \"" + status + "\".");
            }
            return new String(await(reader.readToEnd(LARGEST_PAGE)), StandardCharsets.UTF_8);
          }
        });
  }

  // @end

  /** Reads to the empty line that ends a head, and gives its first line. */
  private static Future<String> headOf(BufReader reader) {
    return async(
        () -> {
          String first = await(lineOf(reader));
          String line = first;
          while (!line.isEmpty()) {
            line = await(lineOf(reader));
          }
          return first;
        });
  }

  private static Future<String> lineOf(BufReader reader) {
    return async(
        () -> {
          String line = await(reader.readLine());
          if (line == null) {
            throw new EOFException("The connection ended within the head of an HTTP message.");
          }
          return line;
        });
  }

  private static String pathOf(String request) throws IOException {
    if (!request.startsWith("GET /")) {
      throw new IOException("\"" + request + "\" is no request for a page; send GET /PATH.");
    }
    int end = request.indexOf(' ', 4);
    return request.substring(4, end < 0 ? request.length() : end);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
