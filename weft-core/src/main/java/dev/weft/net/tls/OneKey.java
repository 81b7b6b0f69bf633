package dev.weft.net.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Offers one identity wherever a key of its kind is asked for. */
final class OneKey extends X509ExtendedKeyManager {

  private static final String ALIAS = "own";

  private final TlsIdentity identity;
  private final String kind;

  OneKey(TlsIdentity identity) {
    this.identity = identity;
    String algorithm = identity.certificates().getFirst().getPublicKey().getAlgorithm();
    this.kind = algorithm.startsWith("Ed") ? "EdDSA" : algorithm;
  }

  private @Nullable String aliasFor(String keyType) {
    // The authorities that the peer names are a hint only: it will say so itself if it refuses.
    return keyType.equals(kind) ? ALIAS : null;
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return aliasFor(keyType);
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, SSLEngine engine) {
    for (String keyType : keyTypes) {
      if (aliasFor(keyType) != null) {
        return ALIAS;
      }
    }
    return null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return identity.certificates().toArray(X509Certificate[]::new);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return identity.key();
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return aliasFor(keyType) == null ? null : new String[] {ALIAS};
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
