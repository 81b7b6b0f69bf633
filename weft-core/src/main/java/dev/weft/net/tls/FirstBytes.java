package dev.weft.net.tls;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import javax.net.ssl.SSLHandshakeException;

/**
 * Tells early that a peer doesn't speak TLS. Otherwise two bytes of something else may pass for the
 * length of a record, for which one would wait in vain.
 */
final class FirstBytes {

  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int MAJOR_VERSION = 3;
  private static final int MOST_SHOWN = 16;

  private FirstBytes() {}

  /** Checks the beginning, of at least one byte, of what a peer has sent. */
  static void check(ByteBuffer bytes) throws SSLHandshakeException {
    int type = bytes.get(bytes.position());
    boolean fits = type == HANDSHAKE || type == ALERT;
    if (fits && bytes.remaining() > 1) {
      fits = bytes.get(bytes.position() + 1) == MAJOR_VERSION;
    }
    if (!fits) {
      byte[] shown = new byte[Math.min(MOST_SHOWN, bytes.remaining())];
      bytes.get(bytes.position(), shown);
      throw new SSLHandshakeException(
          "the peer doesn't speak TLS: it began with "
              + HexFormat.ofDelimiter(" ").formatHex(shown)
              + " (\""
              + printable(shown)
              + "\")");
    }
  }

  private static String printable(byte[] bytes) {
    var text = new StringBuilder();
    for (byte each : bytes) {
      text.append(each >= ' ' && each < 0x7F ? (char) each : '.');
    }
    return text.toString();
  }
}
