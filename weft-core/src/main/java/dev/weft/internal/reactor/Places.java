package dev.weft.internal.reactor;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;

/** Addresses of every kind in messages. */
public final class Places {

  // The JDK takes one byte less than the system, whose own limit includes a closing 0.
  private static final int SHORTEST_LIMIT_BYTES = 102;
  private static final String LIMITS = "106 bytes on Linux and Windows, 102 on macOS";

  private Places() {}

  /** An address as people write it. */
  public static String text(SocketAddress address) {
    return address instanceof InetSocketAddress inet
        ? SocketErrors.text(inet)
        : String.valueOf(address);
  }

  /**
   * An address of IP.
   *
   * @throws UnsupportedOperationException if it is another
   */
  public static InetSocketAddress inet(SocketAddress address) {
    if (address instanceof InetSocketAddress inet) {
      return inet;
    }
    throw new UnsupportedOperationException("A Unix socket has a path and no address of IP.");
  }

  /** The same failure, the address first in its message; see {@link SocketErrors#at}. */
  public static IOException at(SocketAddress address, IOException failure) {
    if (address instanceof InetSocketAddress inet) {
      return SocketErrors.at(inet, failure);
    }
    String message = text(address) + ": " + failure.getMessage() + tooLong(address);
    IOException named =
        switch (failure) {
          case ConnectException _ -> new ConnectException(message);
          case BindException _ -> new BindException(message);
          case SocketException _ -> new SocketException(message);
          default -> new IOException(message);
        };
    named.initCause(failure);
    return named;
  }

  private static String tooLong(SocketAddress address) {
    int bytes =
        address instanceof UnixDomainSocketAddress unix
            ? unix.getPath().toString().getBytes(StandardCharsets.UTF_8).length
            : 0;
    return bytes <= SHORTEST_LIMIT_BYTES
        ? ""
        : " (the path has " + bytes + " bytes; accepted are " + LIMITS + ")";
  }
}
