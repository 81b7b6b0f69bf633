package dev.weft.kv.server;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.weft.kv.client.Backoff;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.client.KvSubscription;
import dev.weft.kv.proto.Value;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.net.tls.TlsAcceptor;
import dev.weft.net.tls.TlsConnector;
import dev.weft.net.tls.TlsIdentity;
import dev.weft.net.tls.TlsOptions;
import dev.weft.net.tls.TlsTrust;
import dev.weft.net.tls.TlsVersion;
import dev.weft.testkit.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server and the client over TLS. What TLS itself does is tested where it is. */
final class TlsServerTest {

  private static final String NAME = "kvserver.acme.inc";
  private static final Value ONE = Value.newBuilder().setInteger(1).build();

  private static TestCertificates authority;

  @BeforeAll
  static void makeAuthority() throws Exception {
    authority = TestCertificates.authority("Test CA", "EC");
  }

  private static TlsIdentity identity(String kind) throws Exception {
    TestCertificates server = authority.issue("server", kind, NAME, "127.0.0.1");
    return TlsIdentity.parse(server.certificatePem(), server.keyPem());
  }

  private static TlsOptions serverOptions(String kind) throws Exception {
    return TlsOptions.defaults().identity(identity(kind)).applicationProtocols("kv");
  }

  private static TlsOptions clientOptions() throws Exception {
    return TlsOptions.defaults()
        .trust(TlsTrust.parse(authority.certificatePem()))
        .applicationProtocols("kv");
  }

  private static KvClient connect(RunningServer server, TlsOptions options, boolean multiplexed)
      throws Exception {
    return server.run(
        KvClient.builder()
            .address("127.0.0.1", server.port())
            .tls(TlsConnector.create(options))
            .multiplexed(multiplexed)
            .reconnect(Backoff.oneAttempt())
            .connect());
  }

  private static void setAndGet(RunningServer server, KvClient client) throws Exception {
    server.run(
        async(
            () -> {
              await(client.hset("t", "k", ONE));
              assertThat(await(client.hget("t", "k"))).isEqualTo(ONE);
            }));
  }

  @ParameterizedTest
  @CsvSource({
    "Ed25519, TLS_1_3, false",
    "Ed25519, TLS_1_2, true",
    "RSA, TLS_1_2, false",
    "RSA, TLS_1_3, true",
    "EC, TLS_1_3, true",
    "EC, TLS_1_2, false"
  })
  void requests_overTls_areAnswered(String kind, TlsVersion version, boolean multiplexed)
      throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions(kind).versions(version));
    try (var server = RunningServer.start(settings -> settings.tls(acceptor))) {
      try (KvClient client = connect(server, clientOptions(), multiplexed)) {
        setAndGet(server, client);
        KvSubscription news = server.run(client.subscribe("news"));
        server.run(client.publish("news", List.of(ONE)));
        assertThat(server.run(news.next())).containsExactly(ONE);
        server.run(news.closeAsync());
      }
    }
  }

  @Test
  void client_thatOffersAnotherProtocol_isRefusedAndOthersAreNot() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions("EC"));
    try (var server = RunningServer.start(settings -> settings.tls(acceptor))) {
      assertThatIOException()
          .isThrownBy(() -> connect(server, clientOptions().applicationProtocols("h2"), false));
      try (KvClient none = connect(server, clientOptions().applicationProtocols(), false)) {
        setAndGet(server, none);
      }
    }
  }

  @Test
  void client_withoutTheCertificateThatIsDemanded_isRefused() throws Exception {
    TlsAcceptor acceptor =
        TlsAcceptor.create(serverOptions("EC").trust(TlsTrust.parse(authority.certificatePem())));
    TestCertificates mine = authority.issue("client", "Ed25519", "client.acme.inc");
    TlsIdentity identity = TlsIdentity.parse(mine.certificatePem(), mine.keyPem());
    try (var server = RunningServer.start(settings -> settings.tls(acceptor))) {
      try (KvClient known = connect(server, clientOptions().identity(identity), false)) {
        setAndGet(server, known);
      }
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(
              () -> {
                try (KvClient unknown = connect(server, clientOptions(), false)) {
                  setAndGet(server, unknown);
                }
              });
    }
  }

  @Test
  void client_thatDoesNotTrustTheServer_doesNotConnect() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions("EC"));
    TestCertificates other = TestCertificates.authority("Other CA", "EC");
    TlsOptions options = clientOptions().trust(TlsTrust.parse(other.certificatePem()));
    try (var server = RunningServer.start(settings -> settings.tls(acceptor))) {
      assertThatIOException().isThrownBy(() -> connect(server, options, false));
    }
  }

  @Test
  void plainFrames_toATlsServer_closeThatConnectionOnly() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions("EC"));
    try (var server = RunningServer.start(settings -> settings.tls(acceptor));
        KvClient neighbour = connect(server, clientOptions(), false);
        var plain = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      plain.setSoTimeout(20_000);
      plain.getOutputStream().write(new byte[] {0, 0, 0, 0});
      plain.getOutputStream().write(new byte[64]);
      plain.getInputStream().readAllBytes(); // an alert, perhaps, then the end
      setAndGet(server, neighbour);
    }
  }

  @Test
  void certificate_reloadedWhileTheServerRuns_isShownToNewConnections() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions("EC"));
    try (var server = RunningServer.start(settings -> settings.tls(acceptor));
        KvClient old = connect(server, clientOptions(), false)) {
      TestCertificates other = TestCertificates.authority("Other CA", "EC");
      TestCertificates renewed = other.issue("server", "EC", NAME, "127.0.0.1");
      acceptor.reload(
          serverOptions("EC")
              .identity(TlsIdentity.parse(renewed.certificatePem(), renewed.keyPem())));

      setAndGet(server, old);
      assertThatIOException().isThrownBy(() -> connect(server, clientOptions(), false));
      TlsOptions trusting = clientOptions().trust(TlsTrust.parse(other.certificatePem()));
      try (KvClient fresh = connect(server, trusting, false)) {
        setAndGet(server, fresh);
      }
    }
  }
}
