package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.net.TcpOptions;
import dev.weft.net.TcpStream;
import dev.weft.net.tls.TlsConnector;
import dev.weft.net.tls.TlsStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Settings of a client that is to be connected. A bad value is refused at once. */
public final class KvClientBuilder {

  static final int DEFAULT_PORT = 9527;
  static final int MOST_CONNECTIONS = 1_000;
  static final int MOST_IN_FLIGHT = 65_536;
  static final int DEFAULT_MAX_MESSAGE = 64 << 20;
  static final int MOST_MAX_MESSAGE = 1 << 28;

  private String host = "127.0.0.1";
  private int port = DEFAULT_PORT;
  private int minConnections = 1;
  private int maxConnections = 4;
  private int maxInFlight = 256;
  private Duration requestTimeout = Duration.ofSeconds(10);
  private Duration connectTimeout = Duration.ofSeconds(5);
  private Duration grace = Duration.ofSeconds(5);
  private Duration idleTimeout = Duration.ofMinutes(1);
  private Backoff backoff = Backoff.DEFAULT;
  private int maxMessage = DEFAULT_MAX_MESSAGE;
  private Dialer<?> dialer = (Dialer<TcpStream>) KvClientBuilder::tcp;
  private @Nullable TlsConnector tls;
  private @Nullable String serverName;
  private boolean multiplexed;

  KvClientBuilder() {}

  private static Future<TcpStream> tcp(String host, int port) {
    return TcpStream.connect(
        InetSocketAddress.createUnresolved(host, port), TcpOptions.defaults().keepAlive(true));
  }

  /**
   * Where the server is.
   *
   * @param host a name or an address; default 127.0.0.1
   * @param port from 1 to 65535; default 9527
   * @return this builder
   */
  public KvClientBuilder address(String host, int port) {
    this.host = Objects.requireNonNull(host, "host");
    this.port = inRange("port", port, 1, 65_535);
    return this;
  }

  /**
   * How to get there.
   *
   * @param dialer default: TCP with keep-alive
   * @param <S> type of the byte stream
   * @return this builder
   */
  public <S extends AsyncRead & AsyncWrite & AsyncCloseable> KvClientBuilder dialer(
      Dialer<S> dialer) {
    this.dialer = Objects.requireNonNull(dialer, "dialer");
    return this;
  }

  /**
   * Speaks TLS over what the dialer gives; off unless set. The server must show a certificate for
   * the host of {@link #address}. The protocol name {@code kv} suits the server: {@code
   * TlsOptions.defaults().trust(…).applicationProtocols("kv")}.
   *
   * @param connector does the handshakes
   * @return this builder
   */
  public KvClientBuilder tls(TlsConnector connector) {
    tls = Objects.requireNonNull(connector, "connector");
    serverName = null;
    return this;
  }

  /**
   * Speaks TLS with a server whose certificate is for another name than the host of {@link
   * #address}; see {@link #tls(TlsConnector)}.
   *
   * @param connector does the handshakes
   * @param serverName name in the certificate
   * @return this builder
   */
  public KvClientBuilder tls(TlsConnector connector, String serverName) {
    tls = Objects.requireNonNull(connector, "connector");
    this.serverName = Objects.requireNonNull(serverName, "serverName");
    return this;
  }

  /**
   * Whether the connections of the pool, subscriptions and pipelines are streams of one connection,
   * in place of a connection each. It is closed with the last of them.
   *
   * @param on default false
   * @return this builder
   */
  public KvClientBuilder multiplexed(boolean on) {
    multiplexed = on;
    return this;
  }

  /**
   * How many connections the pool has. It begins with one; another one is opened while all others
   * have 32 requests or more on their way.
   *
   * @param min how many of those that were opened stay however idle they are, from 0 to {@code
   *     max}; default 1
   * @param max how many there are at most, from 1 to 1,000; default 4
   * @return this builder
   */
  public KvClientBuilder connections(int min, int max) {
    maxConnections = inRange("max of connections", max, 1, MOST_CONNECTIONS);
    minConnections = inRange("min of connections", min, 0, max);
    return this;
  }

  /**
   * How many requests may be on their way over one connection; when that holds for all, callers
   * wait.
   *
   * @param n from 1 to 65,536; default 256
   * @return this builder
   */
  public KvClientBuilder maxInFlight(int n) {
    maxInFlight = inRange("maxInFlight", n, 1, MOST_IN_FLIGHT);
    return this;
  }

  /**
   * How long a request may take, from its first poll to its answer, waiting for a connection
   * included.
   *
   * @param limit more than 0; a very long one is as good as none; default 10 seconds
   * @return this builder
   */
  public KvClientBuilder requestTimeout(Duration limit) {
    requestTimeout = positive("requestTimeout", limit);
    return this;
  }

  /**
   * How long one attempt to connect may take.
   *
   * @param limit more than 0; default 5 seconds
   * @return this builder
   */
  public KvClientBuilder connectTimeout(Duration limit) {
    connectTimeout = positive("connectTimeout", limit);
    return this;
  }

  /**
   * How long a server may stay silent on a connection after a request there has timed out, before
   * the connection is given up.
   *
   * @param limit more than 0; default 5 seconds
   * @return this builder
   */
  public KvClientBuilder grace(Duration limit) {
    grace = positive("grace", limit);
    return this;
  }

  /**
   * How long a connection beyond {@code min} of {@link #connections} is kept without a request.
   *
   * @param limit more than 0; default 1 minute
   * @return this builder
   */
  public KvClientBuilder idleTimeout(Duration limit) {
    idleTimeout = positive("idleTimeout", limit);
    return this;
  }

  /**
   * How a connection that was lost is replaced.
   *
   * @param backoff default {@link Backoff#DEFAULT}
   * @return this builder
   */
  public KvClientBuilder reconnect(Backoff backoff) {
    this.backoff = Objects.requireNonNull(backoff, "backoff");
    return this;
  }

  /**
   * The largest message in either direction. A larger request fails alone; a larger answer, for
   * which the server's setting should leave no occasion, ends its connection.
   *
   * @param bytes from 1 to 256 MiB; default 64 MiB
   * @return this builder
   */
  public KvClientBuilder maxMessage(int bytes) {
    maxMessage = inRange("maxMessage", bytes, 1, MOST_MAX_MESSAGE);
    return this;
  }

  /**
   * Connects to the server, once and without a back-off.
   *
   * <p><em>Cancellation:</em> nothing stays open.
   *
   * @return the client, to be closed; or failure with an {@link java.io.IOException} that has the
   *     address
   */
  public Future<KvClient> connect() {
    return KvClient.connect(
        new Settings(
            (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port,
            links(dialer),
            minConnections,
            maxConnections,
            maxInFlight,
            requestTimeout,
            connectTimeout,
            grace,
            idleTimeout,
            backoff,
            false));
  }

  /** Puts the layers together, whatever the type of the stream at the bottom. */
  private <S extends AsyncRead & AsyncWrite & AsyncCloseable> Link.Source links(Dialer<S> bottom) {
    TlsConnector connector = tls;
    if (connector == null) {
      return shared(bottom);
    }
    String name = serverName == null ? host : serverName;
    Dialer<TlsStream> secure =
        (host, port) -> async(() -> await(connector.connect(await(bottom.dial(host, port)), name)));
    return shared(secure);
  }

  private <S extends AsyncRead & AsyncWrite & AsyncCloseable> Link.Source shared(Dialer<S> dialer) {
    return multiplexed
        ? Link.source(new SharedDialer<>(dialer), host, port, maxMessage)
        : Link.source(dialer, host, port, maxMessage);
  }

  private static int inRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is " + value + "; it must be from " + min + " to " + max + ".");
    }
    return value;
  }

  private static Duration positive(String name, Duration value) {
    Objects.requireNonNull(value, name);
    if (!value.isPositive()) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be more than 0.");
    }
    return value;
  }
}
