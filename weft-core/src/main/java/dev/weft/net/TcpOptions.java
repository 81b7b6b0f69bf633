package dev.weft.net;

import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings of sockets that are to be opened. Immutable: each method gives a new object. What isn't
 * set is left to the operating system.
 *
 * {@snippet class="dev.weft.snippets.NetSnippets" region="options"}
 */
public final class TcpOptions {

  private static final int DEFAULT_BACKLOG = 1024;
  private static final int MOST_LINGER_SECONDS = 65_535;
  private static final TcpOptions DEFAULTS = new TcpOptions(Map.of(), DEFAULT_BACKLOG);

  private final Map<SocketOption<?>, Object> values;
  private final int backlog;

  private TcpOptions(Map<SocketOption<?>, Object> values, int backlog) {
    this.values = values;
    this.backlog = backlog;
  }

  /**
   * Nothing set; backlog 1,024.
   *
   * @return the defaults
   */
  public static TcpOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Whether small writes are sent at once instead of being gathered for a moment (Nagle). A
   * listener sets it on the connections that it takes.
   *
   * @param on true for sending at once
   * @return options with that
   */
  public TcpOptions noDelay(boolean on) {
    return with(StandardSocketOptions.TCP_NODELAY, on);
  }

  /**
   * Whether the system probes a connection that is silent for long. A listener sets it on the
   * connections that it takes.
   *
   * @param on true for probing
   * @return options with that
   */
  public TcpOptions keepAlive(boolean on) {
    return with(StandardSocketOptions.SO_KEEPALIVE, on);
  }

  /**
   * What closing does with unsent bytes: with 0 they are dropped and the connection is reset. With
   * more, as by default, they are sent in the background; closing never waits for them. A listener
   * sets it on the connections that it takes.
   *
   * @param seconds from 0 to 65,535
   * @return options with that
   */
  public TcpOptions linger(int seconds) {
    if (seconds < 0 || seconds > MOST_LINGER_SECONDS) {
      throw new IllegalArgumentException(
          "linger is " + seconds + " seconds; accepted are 0 to " + MOST_LINGER_SECONDS + ".");
    }
    return with(StandardSocketOptions.SO_LINGER, seconds);
  }

  /**
   * Size of the system's buffer for bytes to be sent; the system may round it. A listener sets it
   * on the connections that it takes.
   *
   * @param bytes at least 1
   * @return options with that
   */
  public TcpOptions sendBuffer(int bytes) {
    return with(StandardSocketOptions.SO_SNDBUF, atLeastOne("sendBuffer", bytes));
  }

  /**
   * Size of the system's buffer for received bytes; the system may round it. The connections of a
   * listener inherit it.
   *
   * @param bytes at least 1
   * @return options with that
   */
  public TcpOptions receiveBuffer(int bytes) {
    return with(StandardSocketOptions.SO_RCVBUF, atLeastOne("receiveBuffer", bytes));
  }

  /**
   * Whether an address may be bound although connections that used it are still fading away. For
   * listeners it is on by default, except on Windows.
   *
   * @param on true for allowing that
   * @return options with that
   */
  public TcpOptions reuseAddress(boolean on) {
    return with(StandardSocketOptions.SO_REUSEADDR, on);
  }

  /**
   * Whether several sockets may be bound to one address, each with this option set; for listeners
   * the system then spreads new connections over them. Windows has no such option, and opening
   * fails there with {@link UnsupportedOperationException}.
   *
   * @param on true for allowing that
   * @return options with that
   */
  public TcpOptions reusePort(boolean on) {
    return with(StandardSocketOptions.SO_REUSEPORT, on);
  }

  /**
   * Most connections that may wait to be accepted; for listeners. The system may have a lower
   * limit.
   *
   * @param connections at least 1
   * @return options with that
   */
  public TcpOptions backlog(int connections) {
    return new TcpOptions(values, atLeastOne("backlog", connections));
  }

  private static int atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; accepted is 1 or more.");
    }
    return value;
  }

  private <T> TcpOptions with(SocketOption<T> option, T value) {
    var more = new LinkedHashMap<SocketOption<?>, Object>(values);
    more.put(option, value);
    return new TcpOptions(Map.copyOf(more), backlog);
  }

  int backlog() {
    return backlog;
  }

  /** What is set on a connection before it is connected. */
  Map<SocketOption<?>, Object> ofConnection() {
    return values;
  }

  /** What is set on a listening socket before it is bound. */
  Map<SocketOption<?>, Object> ofListener() {
    return only(true);
  }

  /** What is set on a connection that was accepted. */
  Map<SocketOption<?>, Object> ofAccepted() {
    return only(false);
  }

  private Map<SocketOption<?>, Object> only(boolean listening) {
    var some = new LinkedHashMap<SocketOption<?>, Object>(values);
    some.keySet().removeIf(option -> isListening(option) != listening);
    return Map.copyOf(some);
  }

  private static boolean isListening(SocketOption<?> option) {
    return option == StandardSocketOptions.SO_RCVBUF
        || option == StandardSocketOptions.SO_REUSEADDR
        || option == StandardSocketOptions.SO_REUSEPORT;
  }

  @Override
  public String toString() {
    return "TcpOptions[backlog=" + backlog + ", " + values + "]";
  }
}
