package dev.weft.internal.reactor;

import dev.weft.io.RuntimeClosedException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.net.UnknownHostException;

/** Failures of system calls, with the address that they are about. */
public final class SocketErrors {

  private SocketErrors() {}

  /**
   * The same failure, the address first in its message: {@code HOST:PORT: reason}.
   *
   * @param failure what the JDK threw
   */
  public static IOException at(InetSocketAddress address, IOException failure) {
    String message = text(address) + ": " + reason(failure);
    IOException named =
        switch (failure) {
          case ConnectException _ -> new ConnectException(message);
          case BindException _ -> new BindException(message);
          case NoRouteToHostException _ -> new NoRouteToHostException(message);
          case PortUnreachableException _ -> new PortUnreachableException(message);
          case SocketException _ -> new SocketException(message);
          default -> new IOException(message);
        };
    named.initCause(failure);
    return named;
  }

  /** The failure to use an address whose host isn't known. */
  public static UnknownHostException unresolved(InetSocketAddress address) {
    return new UnknownHostException(text(address) + ": the host name is not resolved");
  }

  /** The failure to send to an address of IPv6 from a socket of IPv4. */
  public static SocketException wrongFamily(InetSocketAddress address) {
    return new SocketException(
        text(address)
            + ": an address of IPv6 can't be reached from a socket that is bound to one of IPv4;"
            + " bind it to :: or another address of IPv6");
  }

  /** The failure to become a member of a multicast group. */
  public static SocketException ofGroup(
      InetAddress group, NetworkInterface network, Throwable failure) {
    var named =
        new SocketException(
            "The group "
                + group.getHostAddress()
                + " can't be joined on "
                + network.getName()
                + ": "
                + failure.getMessage());
    named.initCause(failure);
    return named;
  }

  /** An address as people write it, without the name that a look-up may have found. */
  public static String text(InetSocketAddress address) {
    if (address.isUnresolved()) {
      return address.getHostString() + ":" + address.getPort();
    }
    String host = address.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }

  private static String reason(IOException failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
  }

  /**
   * What a socket's call meets once its runtime is closed.
   *
   * @return the error
   */
  public static IOException runtimeClosed() {
    return new RuntimeClosedException("The runtime of this socket is closed.");
  }
}
