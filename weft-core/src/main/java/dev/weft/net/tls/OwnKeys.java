package dev.weft.net.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Offers the identity that fits the name by which a client calls, wherever a key is asked for. */
final class OwnKeys extends X509ExtendedKeyManager {

  /*
   * An alias of the JDK's is here the name that the identity was given for, as it stands in the options,
   * or DEFAULT, which no name of a server equals. The name that the client has sent is in the session
   * that the engine is about to agree on. If the identity for that name has a key of another kind than
   * the JDK asks for, the answer is none, and it asks for the next kind; the default doesn't stand in then,
   * as the client would refuse its certificate.
   */

  private static final String DEFAULT = "";

  private final TlsIdentity identity;
  private final Map<String, TlsIdentity> named;

  OwnKeys(TlsIdentity identity, Map<String, TlsIdentity> named) {
    this.identity = identity;
    this.named = named;
  }

  private TlsIdentity of(String alias) {
    return named.getOrDefault(alias, identity);
  }

  private @Nullable String aliasFor(String keyType, String alias) {
    // The authorities that the peer names are a hint only: it will say so itself if it refuses.
    String algorithm = of(alias).certificates().getFirst().getPublicKey().getAlgorithm();
    return keyType.equals(algorithm.startsWith("Ed") ? "EdDSA" : algorithm) ? alias : null;
  }

  /** The alias for the name that the client has asked for, if it has asked for one. */
  private String aliasAskedFor(@Nullable SSLEngine engine) {
    if (!named.isEmpty()
        && engine != null
        && engine.getHandshakeSession() instanceof ExtendedSSLSession session) {
      for (SNIServerName asked : session.getRequestedServerNames()) {
        if (asked instanceof SNIHostName host) {
          return aliasOf(host.getAsciiName().toLowerCase(Locale.ROOT));
        }
      }
    }
    return DEFAULT;
  }

  private String aliasOf(String host) {
    if (named.containsKey(host)) {
      return host;
    }
    int dot = host.indexOf('.');
    String wild = dot < 0 ? DEFAULT : "*" + host.substring(dot);
    return named.containsKey(wild) ? wild : DEFAULT;
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return aliasFor(keyType, aliasAskedFor(engine));
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, SSLEngine engine) {
    for (String keyType : keyTypes) {
      if (aliasFor(keyType, DEFAULT) != null) {
        return DEFAULT;
      }
    }
    return null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return of(alias).certificates().toArray(X509Certificate[]::new);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return of(alias).key();
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return aliasFor(keyType, DEFAULT) == null ? null : new String[] {DEFAULT};
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return getClientAliases(keyType, issuers);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
    throw new UnsupportedOperationException("This key is for engines; there is no socket here.");
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    throw new UnsupportedOperationException("This key is for engines; there is no socket here.");
  }
}
