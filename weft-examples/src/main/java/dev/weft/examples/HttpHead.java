package dev.weft.examples;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.RequestHeaderFieldsTooLargeException;
import org.apache.hc.core5.http.UnsupportedHttpVersionException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestParser;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.RequestValidateHost;

/**
 * What HttpCore knows about the heads of requests. Its parsers block on a stream, so a head is read
 * to its end first, and then parsed from memory.
 */
final class HttpHead {

  private static final Http1Config CONFIG = Http1Config.custom().setMaxHeaderCount(100).build();

  private HttpHead() {}

  static ClassicHttpRequest parse(byte[] head, int most) throws HttpRefusal {
    checkCharacters(head);
    try {
      ClassicHttpRequest request =
          new DefaultHttpRequestParser(CONFIG)
              .parse(new SessionInputBufferImpl(most), new ByteArrayInputStream(head));
      if (request == null) {
        throw new HttpRefusal(400, "There is no request.");
      }
      if (isOther(request.getVersion())) {
        throw new UnsupportedHttpVersionException(request.getVersion());
      }
      RequestValidateHost.INSTANCE.process(request, null, HttpCoreContext.create());
      if (request.containsHeader(HttpHeaders.TRANSFER_ENCODING)
          && (request.containsHeader(HttpHeaders.CONTENT_LENGTH) || isOld(request))) {
        // Two readers of this could take different bytes for the next request.
        throw new HttpRefusal(400, "The request has two lengths, or one that HTTP/1.0 has not.");
      }
      return request;
    } catch (UnsupportedHttpVersionException version) {
      throw new HttpRefusal(505, "Only HTTP/1.1 and HTTP/1.0 are spoken here.");
    } catch (RequestHeaderFieldsTooLargeException | MessageConstraintException limit) {
      throw new HttpRefusal(431, "The head of the request has too much: " + limit.getMessage());
    } catch (HttpException | IOException bad) {
      throw new HttpRefusal(400, "The head of the request is malformed: " + bad.getMessage());
    }
  }

  private static boolean isOther(ProtocolVersion version) {
    return version.getMajor() != 1;
  }

  private static boolean isOld(ClassicHttpRequest request) {
    return request.getVersion().lessEquals(HttpVersion.HTTP_1_0);
  }

  private static void checkCharacters(byte[] head) throws HttpRefusal {
    for (int i = 0; i < head.length; i++) {
      byte each = head[i];
      boolean lineEnd =
          each == '\n' || (each == '\r' && i + 1 < head.length && head[i + 1] == '\n');
      if (!lineEnd && each != '\t' && (each & 0xFF) < ' ') {
        throw new HttpRefusal(
            400, "The head of the request has the control character " + each + ".");
      }
    }
  }

  /** Bytes of the body, or {@link ContentLengthStrategy#CHUNKED}. */
  static long bodyLength(ClassicHttpRequest head) throws HttpRefusal {
    Header claimed = head.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
    if (claimed != null && !claimed.getValue().chars().allMatch(HttpHead::isDigit)) {
      throw new HttpRefusal(400, "\"" + claimed.getValue() + "\" is no length of a body.");
    }
    try {
      long length = DefaultContentLengthStrategy.INSTANCE.determineLength(head);
      return length == ContentLengthStrategy.UNDEFINED ? 0 : length;
    } catch (NotImplementedException coding) {
      throw new HttpRefusal(501, "Only the transfer coding \"chunked\" is understood here.");
    } catch (HttpException bad) {
      throw new HttpRefusal(400, "The length of the body is malformed: " + bad.getMessage());
    }
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  static boolean expectsContinue(ClassicHttpRequest head) {
    Header expect = head.getFirstHeader(HttpHeaders.EXPECT);
    return expect != null && HeaderElements.CONTINUE.equalsIgnoreCase(expect.getValue());
  }

  static boolean keepsAlive(ClassicHttpRequest head) {
    var answer = new BasicClassicHttpResponse(200);
    answer.setHeader(HttpHeaders.CONTENT_LENGTH, "0");
    Header wish = head.getFirstHeader(HttpHeaders.CONNECTION);
    if (wish != null) {
      answer.setHeader(HttpHeaders.CONNECTION, wish.getValue());
    }
    HttpCoreContext context = HttpCoreContext.create();
    context.setProtocolVersion(head.getVersion());
    return DefaultConnectionReuseStrategy.INSTANCE.keepAlive(head, answer, context);
  }
}
