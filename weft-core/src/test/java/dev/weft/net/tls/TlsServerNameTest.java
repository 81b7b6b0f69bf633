package dev.weft.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.testkit.TestCertificates;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One server with several names. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsServerNameTest {

  private Weft weft;
  private TestCertificates one;
  private TestCertificates wild;

  @BeforeEach
  void open() throws Exception {
    weft = Weft.builder().workers(2).build();
    one = Certs.CA.issue("one", "EC", "one.example.org");
    wild = Certs.CA.issue("wild", "Ed25519", "*.example.org");
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private TlsOptions options() throws Exception {
    return TlsOptions.defaults()
        .identity(Certs.identity(Certs.RSA))
        .identityFor("One.example.org", Certs.identity(one))
        .identityFor("*.example.org", Certs.identity(wild));
  }

  /** What a client sees that calls the server so; it checks the name, too. */
  private X509Certificate seen(TlsAcceptor acceptor, TlsConnector connector, String name)
      throws Exception {
    DuplexPair pair = Io.duplex(64 * 1024);
    JoinHandle<TlsStream> accepting = weft.spawn(acceptor.accept(pair.second()));
    TlsStream client = weft.blockOn(connector.connect(pair.first(), name));
    weft.blockOn(accepting);
    return client.peerCertificates().getFirst();
  }

  @ParameterizedTest
  @EnumSource
  void names_eachWithItsCertificate_areServedByOneAcceptor(TlsVersion version) throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(options().versions(version));
    TlsConnector connector = TlsConnector.create(Certs.clientOptions());
    for (int i = 0; i < 2; i++) { // the second time with sessions to be taken up again
      assertThat(seen(acceptor, connector, "one.example.org")).isEqualTo(one.certificate());
      assertThat(seen(acceptor, connector, "ONE.EXAMPLE.ORG")).isEqualTo(one.certificate());
      assertThat(seen(acceptor, connector, "two.example.org")).isEqualTo(wild.certificate());
      assertThat(seen(acceptor, connector, Certs.HOST)).isEqualTo(Certs.RSA.certificate());
      assertThat(seen(acceptor, connector, "127.0.0.1")).isEqualTo(Certs.RSA.certificate());
    }
  }

  @Test
  void name_withTwoMoreLabels_isNotOfTheWildcard() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(options());
    TlsConnector connector = TlsConnector.create(Certs.clientOptions());
    DuplexPair pair = Io.duplex(64 * 1024);
    JoinHandle<TlsStream> accepting = weft.spawn(acceptor.accept(pair.second()));
    assertThatThrownBy(() -> weft.blockOn(connector.connect(pair.first(), "a.b.example.org")))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("a.b.example.org");
    assertThatThrownBy(() -> weft.blockOn(accepting)).isInstanceOf(SSLHandshakeException.class);
  }

  @Test
  void certificate_ofOneName_isRenewedWithoutARestart() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(options());
    TestCertificates renewed = Certs.CA.issue("one", "RSA", "one.example.org");
    acceptor.reload(acceptor.options().identityFor("one.example.org", Certs.identity(renewed)));
    TlsConnector connector = TlsConnector.create(Certs.clientOptions());
    assertThat(seen(acceptor, connector, "one.example.org")).isEqualTo(renewed.certificate());
    assertThat(seen(acceptor, connector, "two.example.org")).isEqualTo(wild.certificate());
  }

  @Test
  void name_thatNoServerHas_isRefused() throws Exception {
    TlsOptions options = options();
    TlsIdentity identity = Certs.identity(one);
    for (String name : new String[] {"", "a b", "*.", "a.*.b"}) {
      assertThatThrownBy(() -> options.identityFor(name, identity))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("can't be the name of a server");
    }
  }
}
