package dev.weft.net.tls;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link TlsAcceptor} or a {@link TlsConnector}. Immutable: each method gives a new
 * object.
 *
 * {@snippet class="dev.weft.snippets.TlsSnippets" region="options"}
 */
public final class TlsOptions {

  private enum Key {
    IDENTITY,
    NAMED_IDENTITIES,
    TRUST,
    VERSIONS,
    CIPHER_SUITES,
    PROTOCOLS,
    HANDSHAKE_TIMEOUT,
    CLOSE_TIMEOUT,
    MAX_HANDSHAKES,
    VERIFY_SERVER_NAME,
    SESSION_LIFETIME,
    SESSION_CACHE
  }

  private static final int MOST_PROTOCOL_BYTES = 255;
  private static final Duration MOST_LIFETIME = Duration.ofDays(7);
  private static final Map<Key, Object> DEFAULT_VALUES =
      Map.of(
          Key.NAMED_IDENTITIES, Map.of(),
          Key.VERSIONS, List.of(TlsVersion.TLS_1_3, TlsVersion.TLS_1_2),
          Key.CIPHER_SUITES, List.of(),
          Key.PROTOCOLS, List.of(),
          Key.HANDSHAKE_TIMEOUT, Duration.ofSeconds(10),
          Key.CLOSE_TIMEOUT, Duration.ofSeconds(5),
          Key.MAX_HANDSHAKES, 0,
          Key.VERIFY_SERVER_NAME, true,
          Key.SESSION_LIFETIME, Duration.ofHours(1),
          Key.SESSION_CACHE, 10_000);
  private static final TlsOptions DEFAULTS = new TlsOptions(new EnumMap<>(DEFAULT_VALUES));

  private final EnumMap<Key, Object> values;

  private TlsOptions(EnumMap<Key, Object> values) {
    this.values = values;
  }

  /**
   * No identity, the system's roots, TLS 1.3 and 1.2, 10 seconds for a handshake.
   *
   * @return the defaults
   */
  public static TlsOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Who this side is. A server must have one; a client shows it if the server asks.
   *
   * @param identity certificate and key
   * @return options with that
   */
  public TlsOptions identity(TlsIdentity identity) {
    return with(Key.IDENTITY, Objects.requireNonNull(identity, "identity"));
  }

  /**
   * Who a server is to clients that call it by one of several names (SNI). Those that call another
   * name, or none, see {@link #identity}.
   *
   * @param serverName the name; {@code *.example.org} is for all names with one more label
   * @param identity certificate and key
   * @return options with that, in place of an earlier one for the same name
   * @throws IllegalArgumentException if it can't be the name of a server
   */
  public TlsOptions identityFor(String serverName, TlsIdentity identity) {
    Endpoint.checkServerName(serverName.startsWith("*.") ? serverName.substring(2) : serverName);
    var more = new HashMap<>(namedIdentities());
    more.put(serverName.toLowerCase(Locale.ROOT), Objects.requireNonNull(identity, "identity"));
    return with(Key.NAMED_IDENTITIES, Map.copyOf(more));
  }

  /**
   * Whose certificates are believed. A server that is given this demands a certificate of each
   * client, and by default asks for none; a client by default believes {@link TlsTrust#system()}.
   *
   * @param trust the roots
   * @return options with that
   */
  public TlsOptions trust(TlsTrust trust) {
    return with(Key.TRUST, Objects.requireNonNull(trust, "trust"));
  }

  /**
   * Which versions are spoken.
   *
   * @param versions at least one; default: 1.3 and 1.2
   * @return options with that
   */
  public TlsOptions versions(TlsVersion... versions) {
    if (versions.length == 0) {
      throw new IllegalArgumentException("No version of TLS is given; at least one is needed.");
    }
    return with(Key.VERSIONS, List.of(versions));
  }

  /**
   * Which cipher suites are offered, most wanted first.
   *
   * @param names the standard names, such as {@code TLS_AES_128_GCM_SHA256}; none, as by default,
   *     means those that the JDK holds for safe
   * @return options with that
   */
  public TlsOptions cipherSuites(String... names) {
    return with(Key.CIPHER_SUITES, List.of(names));
  }

  /**
   * Which protocols may be spoken inside (ALPN), most wanted first. A server then refuses a client
   * that offers only others, with the alert {@code no_application_protocol}, and takes one that
   * offers none.
   *
   * @param names of 1 to 255 bytes each; none by default
   * @return options with that
   */
  public TlsOptions applicationProtocols(String... names) {
    for (String name : names) {
      int length = name.getBytes(StandardCharsets.UTF_8).length;
      if (length < 1 || length > MOST_PROTOCOL_BYTES) {
        throw new IllegalArgumentException(
            "The application protocol \""
                + name
                + "\" has "
                + length
                + " bytes; accepted are 1 to "
                + MOST_PROTOCOL_BYTES
                + ".");
      }
    }
    return with(Key.PROTOCOLS, List.of(names));
  }

  /**
   * How long a handshake may take, waiting in line for it included.
   *
   * @param limit more than zero; default 10 seconds
   * @return options with that
   */
  public TlsOptions handshakeTimeout(Duration limit) {
    return with(Key.HANDSHAKE_TIMEOUT, moreThanZero("handshakeTimeout", limit));
  }

  /**
   * How long closing a stream waits for a peer that doesn't take what was written; the connection
   * is cut off then.
   *
   * @param limit more than zero; default 5 seconds
   * @return options with that
   */
  public TlsOptions closeTimeout(Duration limit) {
    return with(Key.CLOSE_TIMEOUT, moreThanZero("closeTimeout", limit));
  }

  /**
   * How many handshakes may be under way at once; others wait in line. It keeps a rush of new
   * connections from taking all processors away from those that exist.
   *
   * @param limit at least 1; by default there is no limit
   * @return options with that
   */
  public TlsOptions maxHandshakes(int limit) {
    return with(Key.MAX_HANDSHAKES, atLeastOne("maxHandshakes", limit));
  }

  /**
   * Whether a client checks that the server's certificate is for the name that it wanted to reach.
   * Without that, whoever has any valid certificate can stand in for the server.
   *
   * @param on default true
   * @return options with that
   */
  public TlsOptions verifyServerName(boolean on) {
    return with(Key.VERIFY_SERVER_NAME, on);
  }

  /**
   * How long a session can be taken up again by a new connection, which saves the costly part of
   * the handshake.
   *
   * @param lifetime from 1 second to 7 days; default 1 hour
   * @return options with that
   */
  public TlsOptions sessionLifetime(Duration lifetime) {
    if (lifetime.toSeconds() < 1 || lifetime.compareTo(MOST_LIFETIME) > 0) {
      throw new IllegalArgumentException(
          "sessionLifetime is " + lifetime + "; accepted are 1 second to 7 days.");
    }
    return with(Key.SESSION_LIFETIME, lifetime);
  }

  /**
   * How many sessions are remembered.
   *
   * @param sessions at least 1; default 10,000
   * @return options with that
   */
  public TlsOptions sessionCache(int sessions) {
    return with(Key.SESSION_CACHE, atLeastOne("sessionCache", sessions));
  }

  private static int atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; accepted is 1 or more.");
    }
    return value;
  }

  private static Duration moreThanZero(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be more than zero.");
    }
    return value;
  }

  private TlsOptions with(Key key, Object value) {
    var more = new EnumMap<>(values);
    more.put(key, value);
    return new TlsOptions(more);
  }

  // Each method above puts the type that is taken out below.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private <T> T get(Key key) {
    return (T) Objects.requireNonNull(values.get(key));
  }

  @Nullable TlsIdentity identity() {
    return (TlsIdentity) values.get(Key.IDENTITY);
  }

  /** By the names in lower case for which they are. */
  Map<String, TlsIdentity> namedIdentities() {
    return get(Key.NAMED_IDENTITIES);
  }

  @Nullable TlsTrust trust() {
    return (TlsTrust) values.get(Key.TRUST);
  }

  List<TlsVersion> versions() {
    return get(Key.VERSIONS);
  }

  List<String> cipherSuites() {
    return get(Key.CIPHER_SUITES);
  }

  List<String> applicationProtocols() {
    return get(Key.PROTOCOLS);
  }

  Duration handshakeTimeout() {
    return get(Key.HANDSHAKE_TIMEOUT);
  }

  Duration closeTimeout() {
    return get(Key.CLOSE_TIMEOUT);
  }

  /** 0 if there is no limit. */
  int maxHandshakes() {
    return get(Key.MAX_HANDSHAKES);
  }

  boolean verifyServerName() {
    return get(Key.VERIFY_SERVER_NAME);
  }

  int sessionLifetimeSeconds() {
    Duration lifetime = get(Key.SESSION_LIFETIME);
    return (int) lifetime.toSeconds();
  }

  int sessionCache() {
    return get(Key.SESSION_CACHE);
  }

  @Override
  public String toString() {
    return "TlsOptions" + values;
  }
}
