package dev.weft.net.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Certificates out of PEM blocks. */
final class Certificates {

  private static final String LABEL = "CERTIFICATE";

  private Certificates() {}

  /** All of them in order, at least one. */
  static List<X509Certificate> all(List<Pem.Block> blocks, String name) throws IOException {
    List<X509Certificate> found = new ArrayList<>();
    for (Pem.Block block : blocks) {
      if (block.label().equals(LABEL)) {
        found.add(decode(block));
      }
    }
    if (found.isEmpty()) {
      throw new IOException(
          name
              + ": there is no certificate in it, but "
              + blocks.stream().map(Pem.Block::label).distinct().toList()
              + "; a certificate begins with -----BEGIN CERTIFICATE-----.");
    }
    return List.copyOf(found);
  }

  private static X509Certificate decode(Pem.Block block) throws IOException {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(block.bytes()));
    } catch (CertificateException bad) {
      throw new IOException(
          block.place() + ": the certificate can't be read: " + bad.getMessage() + ".", bad);
    }
  }
}
