package dev.weft.net.tls;

import static dev.weft.net.tls.Certs.clientOptions;
import static dev.weft.net.tls.Certs.serverOptions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.DuplexPair;
import dev.weft.io.DuplexStream;
import dev.weft.io.Io;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsHandshakeTest {

  private Weft weft;
  private DuplexPair pair;

  @BeforeEach
  void open() {
    weft = Weft.builder().workers(2).build();
    pair = Io.duplex(64 * 1024);
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private void assertRefused(
      TlsOptions server, TlsOptions client, String clientSees, String serverSees) throws Exception {
    assertRefused(server, client, Certs.HOST, clientSees, serverSees);
  }

  private void assertRefused(
      TlsOptions server, TlsOptions client, String host, String clientSees, String serverSees)
      throws Exception {
    JoinHandle<TlsStream> accepting = weft.spawn(TlsAcceptor.create(server).accept(pair.second()));
    Future<TlsStream> connecting = TlsConnector.create(client).connect(pair.first(), host);
    assertThatThrownBy(() -> weft.blockOn(connecting))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageStartingWith(pair.first() + ": TLS handshake failed: ")
        .hasMessageContaining(clientSees);
    assertThatThrownBy(() -> weft.blockOn(accepting))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageStartingWith(pair.second() + ": TLS handshake failed: ")
        .hasMessageContaining(serverSees);
    assertClosed(pair.first());
    assertClosed(pair.second());
  }

  private void assertClosed(DuplexStream end) {
    assertThatThrownBy(() -> weft.blockOn(end.read(ByteBuffer.allocate(1))))
        .hasMessageContaining("closed");
  }

  @Test
  void server_ofAStrangeAuthority_isRefused() throws Exception {
    assertRefused(
        TlsOptions.defaults().identity(Certs.identity(Certs.STRANGER)),
        clientOptions(),
        "unable to find valid certification path",
        "certificate_unknown");
  }

  @Test
  void server_withAnotherName_isRefused() throws Exception {
    assertRefused(
        serverOptions(),
        clientOptions(),
        "elsewhere.example",
        "No subject alternative DNS name matching elsewhere.example",
        "certificate_unknown");
  }

  @Test
  void server_withAnotherAddress_isRefused() throws Exception {
    assertRefused(
        serverOptions(), clientOptions(), "127.0.0.9", "127.0.0.9", "certificate_unknown");
  }

  @Test
  void server_withAnotherName_isTakenIfNobodyChecks() throws Exception {
    JoinHandle<TlsStream> accepting =
        weft.spawn(TlsAcceptor.create(serverOptions()).accept(pair.second()));
    TlsConnector careless = TlsConnector.create(clientOptions().verifyServerName(false));
    weft.blockOn(careless.connect(pair.first(), "elsewhere.example"));
    assertThat(weft.blockOn(accepting).serverName()).contains("elsewhere.example");
  }

  @Test
  void server_outOfDate_isRefused() throws Exception {
    assertRefused(
        TlsOptions.defaults().identity(Certs.identity(Certs.EXPIRED)),
        clientOptions(),
        "validity check failed",
        "certificate_expired");
  }

  @Test
  void versions_withoutOneInCommon_areRefused() throws Exception {
    assertRefused(
        serverOptions().versions(TlsVersion.TLS_1_3),
        clientOptions().versions(TlsVersion.TLS_1_2),
        "protocol_version",
        "protocol");
  }

  @Test
  void protocols_withoutOneInCommon_areRefused() throws Exception {
    assertRefused(
        serverOptions().applicationProtocols("kv"),
        clientOptions().applicationProtocols("h2", "http/1.1"),
        "no_application_protocol",
        "application");
  }

  @Test
  void protocols_whenOneSideHasNone_areNotNegotiated() throws Exception {
    Link silent = Link.inMemory(weft, serverOptions().applicationProtocols("kv"), clientOptions());
    assertThat(silent.server().applicationProtocol()).isEmpty();
    assertThat(silent.client().applicationProtocol()).isEmpty();
    Link ignored = Link.inMemory(weft, serverOptions(), clientOptions().applicationProtocols("kv"));
    assertThat(ignored.client().applicationProtocol()).isEmpty();
    Link both =
        Link.inMemory(
            weft,
            serverOptions().applicationProtocols("kv", "old"),
            clientOptions().applicationProtocols("old", "kv"));
    assertThat(both.client().applicationProtocol()).contains("kv");
    assertThat(both.server().applicationProtocol()).contains("kv");
  }

  @ParameterizedTest
  @EnumSource
  void client_withACertificate_isKnown(TlsVersion version) throws Exception {
    Link link =
        Link.inMemory(
            weft,
            serverOptions().trust(Certs.trust(Certs.CA)).versions(version),
            clientOptions().identity(Certs.identity(Certs.CLIENT)));
    assertThat(link.server().peerCertificates()).containsExactly(Certs.CLIENT.certificate());
  }

  @Test
  void client_withoutACertificateInTls12_isRefused() throws Exception {
    assertRefused(
        serverOptions().trust(Certs.trust(Certs.CA)).versions(TlsVersion.TLS_1_2),
        clientOptions(),
        "handshake_failure",
        "Empty client certificate chain");
  }

  @Test
  void client_ofAStrangeAuthorityInTls12_isRefused() throws Exception {
    assertRefused(
        serverOptions().trust(Certs.trust(Certs.CA)).versions(TlsVersion.TLS_1_2),
        clientOptions().identity(Certs.identity(Certs.STRANGER)),
        "certificate_unknown",
        "unable to find valid certification path");
  }

  @Test
  void client_withoutACertificateInTls13_learnsOfItAtTheFirstRead() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions().trust(Certs.trust(Certs.CA)));
    JoinHandle<TlsStream> accepting = weft.spawn(acceptor.accept(pair.second()));
    TlsStream client =
        weft.blockOn(TlsConnector.create(clientOptions()).connect(pair.first(), Certs.HOST));
    assertThatThrownBy(() -> weft.blockOn(accepting))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("Empty client certificate chain");
    assertThatThrownBy(() -> weft.blockOn(client.read(ByteBuffer.allocate(1))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(pair.first() + ": ")
        .hasMessageContaining("certificate");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\0\0\0\3abc", "S", "\26\2", "\u0080."})
  void garbage_insteadOfAClient_isRefusedAndClosed(String garbage) throws Exception {
    weft.blockOn(
        pair.first()
            .writeAll(
                ByteBuffer.wrap(garbage.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1))));
    var accepting = TlsAcceptor.create(serverOptions()).accept(pair.second());
    assertThatThrownBy(() -> weft.blockOn(accepting))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("the peer doesn't speak TLS: it began with ");
    assertClosed(pair.second());
  }

  @Test
  void garbage_insteadOfAServer_showsItsBeginning() throws Exception {
    weft.blockOn(pair.second().writeAll(TlsStreamTest.bytes("SSH-2.0-OpenSSH_9.2\r\n")));
    var connecting = TlsConnector.create(clientOptions()).connect(pair.first(), "localhost");
    assertThatThrownBy(() -> weft.blockOn(connecting))
        .hasMessageContaining("(\"SSH-2.0-OpenSSH_\")");
    assertClosed(pair.first());
  }

  @Test
  void garbage_afterAGoodBeginning_isRefused() throws Exception {
    byte[] record = {22, 3, 1, 0, 5, 77, 0, 0, 1, 0};
    weft.blockOn(pair.first().writeAll(ByteBuffer.wrap(record)));
    var accepting = TlsAcceptor.create(serverOptions()).accept(pair.second());
    assertThatThrownBy(() -> weft.blockOn(accepting)).isInstanceOf(SSLHandshakeException.class);
    assertClosed(pair.second());
  }

  @Test
  void alert_ofAPeerThatWentAway_isStillRead() throws Exception {
    byte[] alert = {21, 3, 3, 0, 2, 2, 49}; // access_denied
    weft.blockOn(pair.second().writeAll(ByteBuffer.wrap(alert)));
    weft.blockOn(pair.second().closeAsync());
    var connecting = TlsConnector.create(clientOptions()).connect(pair.first(), "localhost");
    assertThatThrownBy(() -> weft.blockOn(connecting))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("access_denied");
    assertClosed(pair.first());
  }

  @Test
  void alert_thatIsSeenAfterTheFailureToSend_isStillRead() throws Exception {
    for (int seed = 0; seed < 30; seed++) {
      byte[] alert = {21, 3, 3, 0, 2, 2, 49}; // access_denied
      weft.blockOn(pair.second().writeAll(ByteBuffer.wrap(alert)));
      weft.blockOn(pair.second().closeAsync());
      var lazy = new Choppy(pair.first(), seed, 100);
      var connecting = TlsConnector.create(clientOptions()).connect(lazy, "localhost");
      assertThatThrownBy(() -> weft.blockOn(connecting))
          .as("seed %d", seed)
          .isInstanceOf(SSLHandshakeException.class)
          .hasMessageContaining("access_denied");
      pair = Io.duplex(64 * 1024);
    }
  }

  @Test
  void alert_whileTheClientSendsItsLast_isStillRead() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions().trust(Certs.trust(Certs.CA)));
    TlsConnector connector = TlsConnector.create(clientOptions());
    for (int seed = 0; seed < 10; seed++) {
      JoinHandle<TlsStream> accepting = weft.spawn(acceptor.accept(pair.second()));
      var slow = new Choppy(pair.first(), seed, 40);
      Future<TlsStream> connecting = connector.connect(slow, Certs.HOST);
      assertThatThrownBy(
              () -> {
                TlsStream client = weft.blockOn(connecting);
                weft.blockOn(client.read(ByteBuffer.allocate(1)));
              })
          .as("seed %d", seed)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("certificate");
      assertThatThrownBy(() -> weft.blockOn(accepting))
          .hasMessageContaining("Empty client certificate chain");
      pair = Io.duplex(64 * 1024);
    }
  }

  @Test
  void peer_thatWentAwayWithoutAWord_isABrokenPipe() throws Exception {
    weft.blockOn(pair.second().closeAsync());
    var connecting = TlsConnector.create(clientOptions()).connect(pair.first(), "localhost");
    assertThatThrownBy(() -> weft.blockOn(connecting))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("TLS handshake failed: Broken pipe");
    assertClosed(pair.first());
  }

  @Test
  void transport_thatEnds_isClosed() throws Exception {
    weft.blockOn(pair.first().shutdown());
    var accepting = TlsAcceptor.create(serverOptions()).accept(pair.second());
    assertThatThrownBy(() -> weft.blockOn(accepting))
        .isInstanceOf(EOFException.class)
        .hasMessageContaining("the peer closed the connection");
    assertClosed(pair.second());
  }

  @Test
  void client_thatIsSilent_isCutOffInTime() throws Exception {
    var clock = new ManualClock();
    try (Weft slow = ((RuntimeOptions) Weft.builder().workers(1)).clock(clock).build()) {
      TlsAcceptor acceptor =
          TlsAcceptor.create(serverOptions().handshakeTimeout(Duration.ofSeconds(3)));
      JoinHandle<TlsStream> accepting = slow.spawn(acceptor.accept(pair.second()));
      Eventually.until("its timer is set", () -> isIdle(slow, 1));
      clock.advance(Duration.ofMillis(2_999));
      assertThat(accepting.isFinished()).isFalse();
      clock.advance(Duration.ofMillis(1));
      assertThatThrownBy(() -> slow.blockOn(accepting))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("it isn't done after PT3S");
      assertClosed(pair.second());
    }
  }

  private static boolean isIdle(Weft weft, int tasks) {
    var all = weft.dump().tasks();
    return all.size() == tasks && all.stream().allMatch(task -> task.state().equals("idle"));
  }

  @Test
  void handshakes_beyondTheLimit_waitInLine() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions().maxHandshakes(1));
    JoinHandle<TlsStream> silent = weft.spawn(acceptor.accept(pair.second()));
    Eventually.until("the first begins", () -> isIdle(weft, 1));
    DuplexPair another = Io.duplex(10_000);
    JoinHandle<TlsStream> second = weft.spawn(acceptor.accept(another.second()));
    var connecting =
        weft.spawn(TlsConnector.create(clientOptions()).connect(another.first(), Certs.HOST));
    Eventually.until("both wait", () -> isIdle(weft, 3));
    assertThat(second.isFinished()).isFalse();
    silent.abort();
    assertThat(weft.blockOn(second).version()).isEqualTo(TlsVersion.TLS_1_3);
    weft.blockOn(connecting);
    assertClosed(pair.second());
  }

  @Test
  void abort_inTheMiddle_closesTheTransport() throws Exception {
    JoinHandle<TlsStream> connecting =
        weft.spawn(TlsConnector.create(clientOptions()).connect(pair.first(), Certs.HOST));
    ByteBuffer hello = ByteBuffer.allocate(5);
    weft.blockOn(Io.readExactly(pair.second(), hello));
    connecting.abort();
    assertThatThrownBy(() -> weft.blockOn(connecting)).isInstanceOf(CancellationException.class);
    assertClosed(pair.first());
  }

  @Test
  void cancel_beforeTheFirstPoll_closesTheTransport() throws Exception {
    Future<TlsStream> accepting = TlsAcceptor.create(serverOptions()).accept(pair.second());
    assertThat(accepting.cancel()).isFalse();
    assertThatThrownBy(() -> weft.blockOn(accepting)).isInstanceOf(Throwable.class);
    assertThat(weft.blockOn(pair.first().read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
    assertClosed(pair.second());
  }

  @ParameterizedTest
  @EnumSource
  void session_ofAnEarlierConnection_isTakenUpAgain(TlsVersion version) throws Exception {
    TlsAcceptor acceptor =
        TlsAcceptor.create(serverOptions().trust(Certs.trust(Certs.CA)).versions(version));
    TlsConnector connector =
        TlsConnector.create(clientOptions().identity(Certs.identity(Certs.CLIENT)));
    Link first = connect(acceptor, connector);
    long now = System.currentTimeMillis();
    Eventually.until("the clock ticks", () -> System.currentTimeMillis() > now + 1);
    Link second = connect(acceptor, connector);
    assertThat(second.client().sessionCreated()).isEqualTo(first.client().sessionCreated());
    assertThat(second.server().sessionCreated()).isEqualTo(first.server().sessionCreated());
    assertThat(second.server().peerCertificates()).isEqualTo(first.server().peerCertificates());
    Link other =
        connect(
            acceptor, TlsConnector.create(clientOptions().identity(Certs.identity(Certs.CLIENT))));
    assertThat(other.server().sessionCreated()).isAfter(first.server().sessionCreated());
  }

  /** Connects and lets the client see the tickets, which come before the first answer. */
  private Link connect(TlsAcceptor acceptor, TlsConnector connector) throws Exception {
    DuplexPair duplex = Io.duplex(64 * 1024);
    Link link = Link.over(weft, acceptor, connector, duplex.first(), duplex.second());
    weft.blockOn(link.server().writeAll(TlsStreamTest.bytes("hi")));
    weft.blockOn(link.client().read(ByteBuffer.allocate(10)));
    weft.blockOn(link.client().closeAsync());
    weft.blockOn(link.server().closeAsync());
    return link;
  }

  @Test
  void reload_withAnotherCertificate_isForNewConnections() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions());
    TlsConnector connector = TlsConnector.create(clientOptions());
    Link before = Link.over(weft, acceptor, connector, pair.first(), pair.second());
    acceptor.reload(TlsOptions.defaults().identity(Certs.identity(Certs.ED25519)));
    assertThatThrownBy(() -> acceptor.reload(TlsOptions.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("identity");
    DuplexPair another = Io.duplex(64 * 1024);
    Link after = Link.over(weft, acceptor, connector, another.first(), another.second());
    assertThat(before.client().peerCertificates()).containsExactly(Certs.EC.certificate());
    assertThat(after.client().peerCertificates()).containsExactly(Certs.ED25519.certificate());
    weft.blockOn(before.client().writeAll(TlsStreamTest.bytes("still there")));
    assertThat(weft.blockOn(before.server().read(ByteBuffer.allocate(20)))).isEqualTo(11);
  }

  @Test
  void names_thatNoServerHas_areRefusedAtOnce() throws Exception {
    TlsConnector connector = TlsConnector.create(clientOptions());
    assertThatThrownBy(() -> connector.connect(pair.first(), ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> connector.connect(pair.first(), "a b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"a b\" can't be the name of a server");
  }

  /** A transport that is broken and throws one object each time. */
  private record Broken(IOException failure) implements AsyncRead, AsyncWrite, AsyncCloseable {

    @Override
    public int pollRead(ByteBuffer target, Context cx) throws IOException {
      throw failure;
    }

    @Override
    public int pollWrite(ByteBuffer source, Context cx) throws IOException {
      throw failure;
    }

    @Override
    public boolean pollFlush(Context cx) throws IOException {
      throw failure;
    }

    @Override
    public boolean pollShutdown(Context cx) throws IOException {
      throw failure;
    }

    @Override
    public Future<Void> closeAsync() {
      return cx -> {
        throw failure;
      };
    }
  }

  @Test
  void handshake_brokenTransportWhoseCloseThrowsTheSameObject_failsWithThat() throws Exception {
    var broken = new EOFException("reset"); // told as it is
    Future<TlsStream> connecting =
        TlsConnector.create(clientOptions()).connect(new Broken(broken), Certs.HOST);
    assertThatThrownBy(() -> weft.blockOn(connecting)).isSameAs(broken).hasNoSuppressedExceptions();
  }
}
