package dev.weft.net.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Instant;
import java.util.List;

/**
 * Who this side is: a private key and the certificate for it, with those between it and a root.
 *
 * {@snippet class="dev.weft.snippets.TlsSnippets" region="acceptor"}
 *
 * <p>Keys are RSA, EC, Ed25519 or Ed448, as {@code PRIVATE KEY} (PKCS #8), {@code RSA PRIVATE KEY}
 * or {@code EC PRIVATE KEY}, without a password. The certificate of the key comes first. That the
 * key fits it is checked here; whether it is in date is for the peer to judge, see {@link
 * #notAfter}.
 */
public final class TlsIdentity {

  private final List<X509Certificate> chain;
  private final PrivateKey key;

  private TlsIdentity(List<X509Certificate> chain, PrivateKey key) {
    this.chain = chain;
    this.key = key;
  }

  /**
   * Reads two PEM files, which may be the same. Blocks the thread; on a runtime use {@code
   * spawnBlocking}.
   *
   * @param certificates the certificate and those above it, of 4 MiB at most
   * @param key the private key, of 4 MiB at most
   * @return the identity
   * @throws IOException if a file can't be read or doesn't have what it should, with its name
   */
  public static TlsIdentity load(Path certificates, Path key) throws IOException {
    String name = certificates.toString();
    return of(
        Certificates.all(Pem.read(certificates), name),
        name,
        PrivateKeys.only(Pem.read(key), key.toString()),
        key.toString());
  }

  /**
   * Takes PEM texts.
   *
   * @param certificates the certificate and those above it
   * @param key the private key
   * @return the identity
   * @throws IOException if a text doesn't have what it should
   */
  public static TlsIdentity parse(String certificates, String key) throws IOException {
    String certificateName = "certificate text";
    String keyName = "private key text";
    return of(
        Certificates.all(Pem.parse(certificates, certificateName), certificateName),
        certificateName,
        PrivateKeys.only(Pem.parse(key, keyName), keyName),
        keyName);
  }

  private static TlsIdentity of(
      List<X509Certificate> chain, String chainName, PrivateKey key, String keyName)
      throws IOException {
    X509Certificate own = chain.getFirst();
    if (!fit(key, own.getPublicKey())) {
      throw new IOException(
          keyName
              + ": the "
              + key.getAlgorithm()
              + " key doesn't fit the first certificate of "
              + chainName
              + ", which is for "
              + own.getSubjectX500Principal()
              + " and has an "
              + own.getPublicKey().getAlgorithm()
              + " key.");
    }
    return new TlsIdentity(chain, key);
  }

  /** Whether what the one signs the other accepts. */
  private static boolean fit(PrivateKey secret, PublicKey open) {
    String algorithm =
        switch (open.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> open.getAlgorithm();
        };
    byte[] probe = {1, 2, 3};
    try {
      Signature signer = Signature.getInstance(algorithm);
      signer.initSign(secret);
      pss(signer, secret);
      signer.update(probe);
      byte[] signature = signer.sign();
      Signature verifier = Signature.getInstance(algorithm);
      verifier.initVerify(open);
      pss(verifier, secret);
      verifier.update(probe);
      return verifier.verify(signature);
    } catch (GeneralSecurityException different) {
      return false;
    }
  }

  private static void pss(Signature signature, PrivateKey key) throws GeneralSecurityException {
    if (signature.getAlgorithm().equals("RSASSA-PSS")) {
      AlgorithmParameterSpec own = key instanceof RSAKey rsa ? rsa.getParams() : null;
      signature.setParameter(
          own != null
              ? own
              : new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
    }
  }

  /**
   * The certificates.
   *
   * @return at least one, that of the key first
   */
  public List<X509Certificate> certificates() {
    return chain;
  }

  /**
   * Until when the certificate holds; a peer refuses it afterwards.
   *
   * @return the earliest end of all the certificates
   */
  public Instant notAfter() {
    Instant earliest = Instant.MAX;
    for (X509Certificate certificate : chain) {
      Instant end = certificate.getNotAfter().toInstant();
      earliest = end.isBefore(earliest) ? end : earliest;
    }
    return earliest;
  }

  /** Why the certificate doesn't hold now, or an empty text. */
  String whyNotValid() {
    try {
      for (X509Certificate certificate : chain) {
        certificate.checkValidity();
      }
      return "";
    } catch (CertificateException notValid) {
      return String.valueOf(notValid.getMessage());
    }
  }

  PrivateKey key() {
    return key;
  }

  @Override
  public String toString() {
    return "TlsIdentity[" + chain.getFirst().getSubjectX500Principal() + "]";
  }
}
