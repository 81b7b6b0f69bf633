package dev.weft.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsIdentityTest {

  @TempDir Path folder;
  private Path certificate;
  private Path key;

  @BeforeEach
  void write() throws Exception {
    certificate = folder.resolve("server.crt");
    key = folder.resolve("server.key");
    Files.writeString(certificate, Certs.EC.certificatePem());
    Files.writeString(key, Certs.EC.keyPem());
  }

  private void assertRefused(String... words) {
    assertThatThrownBy(() -> TlsIdentity.load(certificate, key))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void key_inPkcs8_isRead(String kind) throws Exception {
    TestCertificates own = Certs.server(kind);
    Files.writeString(certificate, own.certificatePem() + Certs.CA.certificatePem());
    Files.writeString(key, own.keyPem());
    TlsIdentity identity = TlsIdentity.load(certificate, key);
    assertThat(identity.certificates()).containsExactly(own.certificate(), Certs.CA.certificate());
    assertThat(identity.key()).isEqualTo(own.key());
    assertThat(identity.notAfter()).isAfter(Instant.now());
    assertThat(identity).hasToString("TlsIdentity[CN=server]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC"})
  void key_inItsOlderForm_isRead(String kind) throws Exception {
    TestCertificates own = Certs.server(kind);
    String parameters = TestCertificates.pem("EC PARAMETERS", new byte[] {6, 1, 1});
    TlsIdentity identity = TlsIdentity.parse(own.certificatePem(), parameters + own.oldKeyPem());
    assertThat(identity.key().getEncoded()).isNotEmpty();
  }

  @Test
  void oneFile_withKeyAndComments_isRead() throws Exception {
    String all = "Bag: 1\r\n" + Certs.EC.keyPem() + "\nsubject=x\n" + Certs.EC.certificatePem();
    Files.writeString(key, all.replace("\n", "\r\n"));
    assertThatCode(() -> TlsIdentity.load(key, key)).doesNotThrowAnyException();
  }

  @Test
  void file_thatIsMissing_isNamed() {
    Path missing = folder.resolve("none.crt");
    assertThatThrownBy(() -> TlsIdentity.load(missing, key))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("none.crt");
  }

  @Test
  void key_ofAnother_isRefused() throws Exception {
    Files.writeString(key, Certs.STRANGER.keyPem());
    assertRefused("server.key: the EC key doesn't fit", "server.crt", "CN=server");
    Files.writeString(key, Certs.RSA.keyPem());
    assertRefused("server.key: the RSA key doesn't fit", "has an EC key");
  }

  @Test
  void key_withAPassword_isRefused() throws Exception {
    Files.writeString(key, TestCertificates.pem("ENCRYPTED PRIVATE KEY", new byte[] {1}));
    assertRefused("server.key:1: the private key is encrypted", "openssl pkey");
    Files.writeString(
        key,
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n"
            + "-----END RSA PRIVATE KEY-----\n");
    assertRefused("server.key:1: the private key is encrypted");
  }

  @Test
  void files_mixedUp_areRefused() throws Exception {
    Path swap = certificate;
    certificate = key;
    key = swap;
    assertRefused("server.key: there is no certificate in it, but [PRIVATE KEY]");
    certificate = key;
    assertRefused("server.crt: it has 0 private keys; exactly one is accepted");
  }

  @Test
  void twoKeys_inOneFile_areRefused() throws Exception {
    Files.writeString(key, Certs.EC.keyPem() + Certs.RSA.keyPem());
    assertRefused("server.key: it has 2 private keys");
  }

  @Test
  void text_withoutABlock_isRefused() throws Exception {
    Files.writeString(certificate, "hello");
    assertRefused("server.crt: there is no PEM block in it");
  }

  @Test
  void block_withoutAnEnd_isRefused() throws Exception {
    Files.writeString(certificate, "\n-----BEGIN CERTIFICATE-----\nAAAA\n");
    assertRefused("server.crt:2: the block CERTIFICATE has no end");
  }

  @Test
  void block_thatIsNoBase64_isRefused() throws Exception {
    Files.writeString(certificate, "-----BEGIN CERTIFICATE-----\nA*A\n-----END CERTIFICATE-----\n");
    assertRefused("server.crt:1: the block CERTIFICATE isn't Base64");
  }

  @Test
  void bytes_thatAreNoCertificateOrKey_areRefused() throws Exception {
    Files.writeString(certificate, TestCertificates.pem("CERTIFICATE", new byte[] {48, 1}));
    assertRefused("server.crt:1: the certificate can't be read");
    Files.writeString(certificate, Certs.EC.certificatePem());
    Files.writeString(key, TestCertificates.pem("PRIVATE KEY", new byte[] {48, 5, 1}));
    assertRefused("server.key:1: the private key can't be used", "ends in the middle");
    Files.writeString(key, TestCertificates.pem("DSA PRIVATE KEY", new byte[] {48, 0}));
    assertRefused("server.key:1: the private key can't be used", "DSA PRIVATE KEY isn't one of");
    Files.writeString(key, TestCertificates.pem("EC PRIVATE KEY", new byte[] {48, 3, 2, 1, 1}));
    assertRefused("doesn't name its curve");
    byte[] unknown = {48, 11, 2, 1, 0, 48, 6, 6, 4, 42, 3, 4, 5};
    Files.writeString(key, TestCertificates.pem("PRIVATE KEY", unknown));
    assertRefused("its algorithm has the identifier 2a030405");
  }

  @Test
  void randomDamage_toAKey_isAlwaysAnIoException() throws Exception {
    byte[] good = Certs.RSA.key().getEncoded();
    var random = new java.util.Random(5);
    for (int i = 0; i < 2_000; i++) {
      byte[] bad = java.util.Arrays.copyOf(good, random.nextInt(good.length) + 1);
      bad[random.nextInt(bad.length)] ^= (byte) (1 + random.nextInt(255));
      String label = i % 2 == 0 ? "PRIVATE KEY" : "EC PRIVATE KEY";
      assertThatThrownBy(
              () -> TlsIdentity.parse(Certs.EC.certificatePem(), TestCertificates.pem(label, bad)))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void certificate_outOfDate_isTakenAndSaysSo() throws Exception {
    TlsIdentity identity = Certs.identity(Certs.EXPIRED);
    assertThat(identity.notAfter()).isBefore(Instant.now());
    assertThat(identity.whyNotValid()).contains("NotAfter");
    assertThat(Certs.identity(Certs.EC).whyNotValid()).isEmpty();
  }

  @Test
  void trust_inAFile_isRead() throws Exception {
    assertThat(TlsTrust.load(certificate)).hasToString("TlsTrust[1 roots]");
    assertThat(TlsTrust.system()).hasToString("TlsTrust[system]");
    assertThatThrownBy(() -> TlsTrust.load(key)).hasMessageContaining("no certificate");
    assertThatThrownBy(() -> TlsTrust.parse("")).hasMessageContaining("no PEM block");
  }

  @Test
  void options_outOfRange_areRefused() throws Exception {
    TlsOptions options = TlsOptions.defaults();
    assertThatThrownBy(() -> options.versions(new TlsVersion[0]))
        .hasMessageContaining("at least one");
    assertThatThrownBy(() -> options.applicationProtocols("")).hasMessageContaining("1 to 255");
    assertThatThrownBy(() -> options.handshakeTimeout(Duration.ZERO)).hasMessageContaining("PT0S");
    assertThatThrownBy(() -> options.closeTimeout(Duration.ofSeconds(-1)))
        .hasMessageContaining("more than zero");
    assertThatThrownBy(() -> options.maxHandshakes(0)).hasMessageContaining("1 or more");
    assertThatThrownBy(() -> options.sessionCache(0)).hasMessageContaining("sessionCache is 0");
    assertThatThrownBy(() -> options.sessionLifetime(Duration.ofMillis(5)))
        .hasMessageContaining("1 second to 7 days");
    assertThatThrownBy(() -> TlsAcceptor.create(options)).hasMessageContaining("identity");
    assertThatThrownBy(
            () ->
                TlsConnector.create(
                    options.trust(Certs.trust(Certs.CA)).cipherSuites("TLS_MADE_UP")))
        .hasMessageContaining("[TLS_MADE_UP]");
  }
}
