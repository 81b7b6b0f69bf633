package dev.weft.net.tls;

import dev.weft.sync.AsyncSemaphore;
import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** What all connections of an acceptor or a connector share: keys, sessions, buffers, limits. */
final class Endpoint {

  private final TlsOptions options;
  private final SSLContext context;
  private final BufferPool pool;
  private final @Nullable AsyncSemaphore limit;

  private Endpoint(TlsOptions options, SSLContext context) {
    this.options = options;
    this.context = context;
    this.pool = new BufferPool(context.createSSLEngine().getSession().getPacketBufferSize());
    this.limit = options.maxHandshakes() == 0 ? null : new AsyncSemaphore(options.maxHandshakes());
    SSLSessionContext[] sessions = {
      context.getServerSessionContext(), context.getClientSessionContext()
    };
    for (SSLSessionContext each : sessions) {
      each.setSessionTimeout(options.sessionLifetimeSeconds());
      each.setSessionCacheSize(options.sessionCache());
    }
  }

  static Endpoint ofServer(TlsOptions options) throws IOException {
    if (options.identity() == null) {
      throw new IllegalArgumentException(
          "A TLS acceptor needs TlsOptions.identity(…), the server's certificate and key.");
    }
    return of(options, options.trust());
  }

  static Endpoint ofClient(TlsOptions options) throws IOException {
    return of(options, options.trust() == null ? TlsTrust.system() : options.trust());
  }

  private static Endpoint of(TlsOptions options, @Nullable TlsTrust trust) throws IOException {
    TlsIdentity identity = options.identity();
    KeyManager[] keys =
        identity == null
            ? new KeyManager[0]
            : new KeyManager[] {new OwnKeys(identity, options.namedIdentities())};
    try {
      TrustManager[] trusted = trust == null ? new TrustManager[0] : trust.managers();
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, trusted, null);
      checkCipherSuites(options, context);
      warnIfNotValid(identity);
      options.namedIdentities().values().forEach(Endpoint::warnIfNotValid);
      return new Endpoint(options, context);
    } catch (GeneralSecurityException unusable) {
      throw new IOException("TLS can't be set up: " + unusable.getMessage(), unusable);
    }
  }

  private static void checkCipherSuites(TlsOptions options, SSLContext context) {
    Set<String> unknown = new HashSet<>(options.cipherSuites());
    List.of(context.getSupportedSSLParameters().getCipherSuites()).forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "The JDK has no cipher suites "
              + unknown
              + "; accepted are the standard names of those it"
              + " has, such as TLS_AES_128_GCM_SHA256.");
    }
  }

  /** An identity out of date is no error here, as peers judge by their own clocks and rules. */
  private static void warnIfNotValid(@Nullable TlsIdentity identity) {
    String why = identity == null ? "" : identity.whyNotValid();
    if (!why.isEmpty()) {
      System.getLogger("dev.weft.net.tls")
          .log(System.Logger.Level.WARNING, "Peers will refuse " + identity + ": " + why);
    }
  }

  TlsOptions options() {
    return options;
  }

  BufferPool pool() {
    return pool;
  }

  @Nullable AsyncSemaphore limit() {
    return limit;
  }

  SSLEngine serverEngine() {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    SSLParameters parameters = common(engine);
    parameters.setUseCipherSuitesOrder(true);
    if (options.trust() != null) {
      parameters.setNeedClientAuth(true);
    }
    engine.setSSLParameters(parameters);
    return engine;
  }

  /**
   * An engine for a client.
   *
   * @param name name or address of the server
   * @param port where it is, to tell its sessions from those of others; 0 if unknown
   */
  SSLEngine clientEngine(String name, int port) {
    SSLEngine engine = context.createSSLEngine(name, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = common(engine);
    if (!isAddress(name)) {
      parameters.setServerNames(List.of(new SNIHostName(name)));
    }
    if (options.verifyServerName()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    engine.setSSLParameters(parameters);
    return engine;
  }

  private SSLParameters common(SSLEngine engine) {
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setProtocols(
        options.versions().stream().map(TlsVersion::jdkName).toArray(String[]::new));
    if (!options.cipherSuites().isEmpty()) {
      parameters.setCipherSuites(options.cipherSuites().toArray(String[]::new));
    }
    parameters.setApplicationProtocols(options.applicationProtocols().toArray(String[]::new));
    return parameters;
  }

  /** Checks what a user gave as the name of a server. */
  static void checkServerName(String name) {
    if (isAddress(name)) {
      return;
    }
    try {
      var _ = new SNIHostName(name);
    } catch (IllegalArgumentException bad) {
      throw new IllegalArgumentException(
          "\"" + name + "\" can't be the name of a server: " + bad.getMessage() + ".", bad);
    }
  }

  private static boolean isAddress(String name) {
    try {
      InetAddress.ofLiteral(name);
      return true;
    } catch (IllegalArgumentException isName) {
      return false;
    }
  }
}
