package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.io.BufReader;
import dev.weft.net.TcpStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentLengthStrategy;

/** Reads requests of HTTP/1.1 from a connection, within limits. */
final class HttpRequests {

  private static final int LONGEST_CHUNK_LINE = 200;
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final BufReader reader;
  private final TcpStream client;
  private final WebLimits limits;

  HttpRequests(BufReader reader, TcpStream client, WebLimits limits) {
    this.reader = reader;
    this.client = client;
    this.limits = limits;
  }

  /** A whole request. */
  record Request(String method, String path, String body, boolean keepAlive) {

    boolean wantsHeadOnly() {
      return method.equals("HEAD");
    }
  }

  // @start region="next"
  /** Reads the next request; fails with an {@link HttpRefusal} if it is no good. */
  Future<Request> next() {
    return async(
        () -> {
          ClassicHttpRequest head = HttpHead.parse(await(head()), limits.headBytes());
          long length = HttpHead.bodyLength(head);
          if (length > limits.bodyBytes()) {
            throw tooLarge();
          }
          if (HttpHead.expectsContinue(head)) {
            await(client.writeAll(ByteBuffer.wrap(CONTINUE)));
          }
          byte[] body =
              length == ContentLengthStrategy.CHUNKED
                  ? await(chunks())
                  : await(reader.readExactly((int) length));
          return new Request(
              head.getMethod(),
              head.getPath(),
              new String(body, StandardCharsets.UTF_8),
              HttpHead.keepsAlive(head));
        });
  }

  // @end

  /** The bytes to the empty line that ends a head; empty lines before it don't count. */
  private Future<byte[]> head() {
    return async(
        () -> {
          var head = new ByteArrayOutputStream();
          while (true) {
            byte[] line = await(line(limits.headBytes() - head.size(), 431, "The head"));
            head.writeBytes(line);
            if (isEmpty(line) && head.size() > 2 * line.length) {
              return head.toByteArray();
            }
          }
        });
  }

  private Future<byte[]> chunks() {
    return async(
        () -> {
          var body = new ByteArrayOutputStream();
          while (true) {
            long size = chunkSize(await(line(LONGEST_CHUNK_LINE, 400, "The size of a chunk")));
            if (size < 0 || size > limits.bodyBytes() - body.size()) {
              throw tooLarge();
            }
            if (size == 0) {
              await(trailers());
              return body.toByteArray();
            }
            body.writeBytes(await(reader.readExactly((int) size)));
            if (!isEmpty(await(line(2, 400, "The end of a chunk")))) {
              throw new HttpRefusal(400, "A chunk is longer than its size says.");
            }
          }
        });
  }

  private Future<Void> trailers() {
    return async(
        () -> {
          int left = limits.headBytes();
          byte[] line;
          do {
            line = await(line(left, 431, "The part after the chunks"));
            left -= line.length;
          } while (!isEmpty(line));
        });
  }

  /** A line with its end; one that is too long is refused with that status. */
  private Future<byte[]> line(int most, int status, String what) {
    return async(
        () -> {
          var line = new ByteArrayOutputStream();
          while (true) {
            if (await(reader.fillBuffer()) == BufReader.EOF) {
              throw new EOFException("The connection ended within a request.");
            }
            ByteBuffer there = reader.buffer();
            boolean whole = false;
            while (!whole && there.hasRemaining()) {
              if (line.size() == most) {
                throw new HttpRefusal(status, what + " of the request is too long.");
              }
              byte next = there.get();
              line.write(next);
              whole = next == '\n';
            }
            reader.consume(there.position());
            if (whole) {
              return line.toByteArray();
            }
          }
        });
  }

  private static boolean isEmpty(byte[] line) {
    return line.length == 1 || (line.length == 2 && line[0] == '\r');
  }

  private static long chunkSize(byte[] line) throws HttpRefusal {
    String text = new String(line, StandardCharsets.ISO_8859_1);
    int extension = text.indexOf(';');
    String digits = (extension < 0 ? text : text.substring(0, extension)).strip();
    if (digits.isEmpty()
        || digits.length() > 16
        || !digits.chars().allMatch(HexFormat::isHexDigit)) {
      throw new HttpRefusal(400, "\"" + digits + "\" is no size of a chunk.");
    }
    return HexFormat.fromHexDigitsToLong(digits);
  }

  private HttpRefusal tooLarge() {
    return new HttpRefusal(
        413, "The body is too large; accepted are " + limits.bodyBytes() + " bytes.");
  }
}
