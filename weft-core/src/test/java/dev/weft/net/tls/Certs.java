package dev.weft.net.tls;

import dev.weft.testkit.TestCertificates;

/** Certificates of the tests, made once in a run. */
final class Certs {

  static final String HOST = "kvserver.acme.inc";

  static final TestCertificates CA = make(() -> TestCertificates.authority("Test CA", "EC"));
  static final TestCertificates OTHER_CA =
      make(() -> TestCertificates.authority("Other CA", "RSA"));
  static final TestCertificates ED25519 =
      make(() -> CA.issue("server", "Ed25519", HOST, "localhost", "127.0.0.1"));
  static final TestCertificates RSA =
      make(() -> CA.issue("server", "RSA", HOST, "localhost", "127.0.0.1"));
  static final TestCertificates EC =
      make(() -> CA.issue("server", "EC", HOST, "localhost", "127.0.0.1"));
  static final TestCertificates CLIENT = make(() -> CA.issue("client", "Ed25519"));
  static final TestCertificates STRANGER = make(() -> OTHER_CA.issue("stranger", "EC", HOST));
  static final TestCertificates EXPIRED = make(() -> CA.issueExpired("old", "EC", HOST));

  private Certs() {}

  interface Maker {
    TestCertificates make() throws Exception;
  }

  private static TestCertificates make(Maker maker) {
    try {
      return maker.make();
    } catch (Exception broken) {
      throw new AssertionError(broken);
    }
  }

  static TestCertificates server(String kind) {
    return switch (kind) {
      case "RSA" -> RSA;
      case "EC" -> EC;
      default -> ED25519;
    };
  }

  static TlsIdentity identity(TestCertificates of) throws Exception {
    return TlsIdentity.parse(of.certificatePem(), of.keyPem());
  }

  static TlsTrust trust(TestCertificates authority) throws Exception {
    return TlsTrust.parse(authority.certificatePem());
  }

  static TlsOptions serverOptions() throws Exception {
    return TlsOptions.defaults().identity(identity(EC));
  }

  static TlsOptions clientOptions() throws Exception {
    return TlsOptions.defaults().trust(trust(CA));
  }
}
