package dev.weft.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a server is.
 *
 * @param host name or address, without brackets
 * @param port from 1 to 65535
 */
record HostPort(String host, int port) {

  @Override
  public String toString() {
    return text(host, port);
  }

  /** As users write it: an IPv6 address stands in brackets. */
  static String text(String host, int port) {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /** Reads HOST:PORT or [IPV6]:PORT. */
  static final class Converter implements ITypeConverter<HostPort> {

    @Override
    public HostPort convert(String text) {
      int colon = text.lastIndexOf(':');
      String host = colon < 0 ? text : text.substring(0, colon);
      boolean brackets = host.startsWith("[") && host.endsWith("]");
      if (brackets) {
        host = host.substring(1, host.length() - 1);
      }
      if (colon < 0 || host.isBlank() || (!brackets && host.indexOf(':') >= 0)) {
        throw refused(text);
      }
      try {
        int port = Integer.parseInt(text, colon + 1, text.length(), 10);
        if (port >= 1 && port <= Ports.MAX && text.charAt(colon + 1) != '+') {
          return new HostPort(host, port);
        }
      } catch (NumberFormatException _) {
        // refused below, like a number out of range
      }
      throw refused(text);
    }

    private static TypeConversionException refused(String text) {
      return new TypeConversionException(
          "'%s' is not HOST:PORT with a port from 1 to %d, such as 127.0.0.1:%d or [::1]:%d"
              .formatted(text, Ports.MAX, Ports.DEFAULT, Ports.DEFAULT));
    }
  }
}
