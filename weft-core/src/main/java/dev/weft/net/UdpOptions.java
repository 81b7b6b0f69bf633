package dev.weft.net;

import java.net.NetworkInterface;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Options of a UDP socket, set before it is bound. What isn't set is as the system has it.
 *
 * {@snippet class="dev.weft.snippets.UdpSnippets" region="options"}
 *
 * <p><em>Threads:</em> immutable; each method gives a changed copy.
 */
public final class UdpOptions {

  private static final UdpOptions DEFAULTS = new UdpOptions(Map.of());
  private static final int MOST_HOPS = 255;

  private final Map<SocketOption<?>, Object> values;

  private UdpOptions(Map<SocketOption<?>, Object> values) {
    this.values = values;
  }

  /**
   * Nothing set.
   *
   * @return the defaults
   */
  public static UdpOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Whether datagrams may be sent to broadcast addresses, which is off by default.
   *
   * @param on true for allowing that
   * @return options with that
   */
  public UdpOptions broadcast(boolean on) {
    return with(StandardSocketOptions.SO_BROADCAST, on);
  }

  /**
   * Whether several sockets may be bound to the address, as those that receive the same multicast
   * group are. Set it on each of them.
   *
   * @param on true for allowing that
   * @return options with that
   */
  public UdpOptions reuseAddress(boolean on) {
    return with(StandardSocketOptions.SO_REUSEADDR, on);
  }

  /**
   * Whether several sockets may be bound to one address, each with this option set; the system then
   * spreads the datagrams of different senders over them. Windows has no such option, and opening
   * fails there with {@link UnsupportedOperationException}.
   *
   * @param on true for allowing that
   * @return options with that
   */
  public UdpOptions reusePort(boolean on) {
    return with(StandardSocketOptions.SO_REUSEPORT, on);
  }

  /**
   * Size of the system's buffer for datagrams to be sent; the system may round it.
   *
   * @param bytes at least 1
   * @return options with that
   */
  public UdpOptions sendBuffer(int bytes) {
    return with(StandardSocketOptions.SO_SNDBUF, atLeastOne("sendBuffer", bytes));
  }

  /**
   * Size of the system's buffer for received datagrams; the system may round it. When it is full,
   * what comes in is lost.
   *
   * @param bytes at least 1
   * @return options with that
   */
  public UdpOptions receiveBuffer(int bytes) {
    return with(StandardSocketOptions.SO_RCVBUF, atLeastOne("receiveBuffer", bytes));
  }

  /**
   * How many networks a datagram to a multicast group may pass; 1, the default, keeps it in the
   * local network, and 0 on this machine. The JDK offers no such setting for other datagrams.
   *
   * @param hops from 0 to 255
   * @return options with that
   */
  public UdpOptions multicastTtl(int hops) {
    if (hops < 0 || hops > MOST_HOPS) {
      throw new IllegalArgumentException(
          "multicastTtl is " + hops + "; accepted are 0 to " + MOST_HOPS + ".");
    }
    return with(StandardSocketOptions.IP_MULTICAST_TTL, hops);
  }

  /**
   * Whether groups that this machine is a member of receive what this socket sends to them, which
   * is on by default.
   *
   * @param on true for that
   * @return options with that
   */
  public UdpOptions multicastLoop(boolean on) {
    return with(StandardSocketOptions.IP_MULTICAST_LOOP, on);
  }

  /**
   * Through which interface datagrams to multicast groups leave.
   *
   * @param network the interface
   * @return options with that
   */
  public UdpOptions multicastInterface(NetworkInterface network) {
    return with(StandardSocketOptions.IP_MULTICAST_IF, Objects.requireNonNull(network, "network"));
  }

  private static int atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; accepted is 1 or more.");
    }
    return value;
  }

  private <T> UdpOptions with(SocketOption<T> option, T value) {
    var more = new LinkedHashMap<SocketOption<?>, Object>(values);
    more.put(option, value);
    return new UdpOptions(Map.copyOf(more));
  }

  Map<SocketOption<?>, Object> values() {
    return values;
  }

  @Override
  public String toString() {
    return "UdpOptions[" + values + "]";
  }
}
