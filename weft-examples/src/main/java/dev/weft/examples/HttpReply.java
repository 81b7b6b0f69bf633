package dev.weft.examples;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseWriter;
import org.apache.hc.core5.http.impl.io.SessionOutputBufferImpl;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpDateGenerator;

/** An answer of the web server: a status, headers and a text. */
final class HttpReply {

  private static final int USUAL_HEAD_BYTES = 512;

  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;

  private HttpReply(int status, Map<String, String> headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  static HttpReply text(int status, String text) {
    return new HttpReply(status, Map.of(), (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  HttpReply with(String header, String value) {
    var more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new HttpReply(status, more, body);
  }

  byte[] body() {
    return body;
  }

  /** The bytes before the body. */
  byte[] head(boolean keepAlive) {
    var response = new BasicClassicHttpResponse(status);
    response.setHeader(HttpHeaders.DATE, HttpDateGenerator.INSTANCE.getCurrentDate());
    response.setHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.setHeader(HttpHeaders.CONTENT_LENGTH, body.length);
    response.setHeader(HttpHeaders.CONNECTION, keepAlive ? "keep-alive" : "close");
    headers.forEach(response::setHeader);
    var bytes = new ByteArrayOutputStream(USUAL_HEAD_BYTES);
    var buffer = new SessionOutputBufferImpl(USUAL_HEAD_BYTES);
    try {
      new DefaultHttpResponseWriter().write(response, buffer, bytes);
      buffer.flush(bytes);
    } catch (HttpException | IOException impossible) {
      throw new AssertionError("An array takes every byte.", impossible);
    }
    return bytes.toByteArray();
  }

  @Override
  public String toString() {
    return status + " " + new String(body, StandardCharsets.UTF_8).strip();
  }
}
