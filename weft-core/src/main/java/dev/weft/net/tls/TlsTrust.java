package dev.weft.net.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Whose certificates this side believes: what leads to one of these roots. */
public final class TlsTrust {

  private static final TlsTrust SYSTEM = new TlsTrust(List.of());

  private final List<X509Certificate> roots;

  private TlsTrust(List<X509Certificate> roots) {
    this.roots = roots;
  }

  /**
   * The roots that the Java runtime comes with.
   *
   * @return the usual authorities
   */
  public static TlsTrust system() {
    return SYSTEM;
  }

  /**
   * Reads roots from a PEM file. Blocks the thread; on a runtime use {@code spawnBlocking}.
   *
   * @param file with at least one certificate, of 4 MiB at most
   * @return these roots and no others
   * @throws IOException if the file can't be read or has no certificate, with its name
   */
  public static TlsTrust load(Path file) throws IOException {
    return new TlsTrust(Certificates.all(Pem.read(file), file.toString()));
  }

  /**
   * Takes roots from a PEM text.
   *
   * @param text with at least one certificate
   * @return these roots and no others
   * @throws IOException if there is no certificate in it
   */
  public static TlsTrust parse(String text) throws IOException {
    String name = "root certificate text";
    return new TlsTrust(Certificates.all(Pem.parse(text, name), name));
  }

  TrustManager[] managers() throws GeneralSecurityException, IOException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    KeyStore store = null;
    if (!roots.isEmpty()) {
      store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (int i = 0; i < roots.size(); i++) {
        store.setCertificateEntry("root" + i, roots.get(i));
      }
    }
    factory.init(store);
    return factory.getTrustManagers();
  }

  @Override
  public String toString() {
    return roots.isEmpty() ? "TlsTrust[system]" : "TlsTrust[" + roots.size() + " roots]";
  }
}
