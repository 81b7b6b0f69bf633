package dev.weft.net.tls;

import static dev.weft.net.tls.Certs.clientOptions;
import static dev.weft.net.tls.Certs.serverOptions;
import static dev.weft.net.tls.TlsStreamTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What only real connections show: addresses in failures, ends and resets, on each driver. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsOverTcpTest {

  @Parameter Weft.Driver kind;

  private final ManualClock clock = new ManualClock();
  private final ByteBuffer room = ByteBuffer.allocate(100);
  private Weft weft;
  private TcpListener listener;
  private TcpStream client;
  private TcpStream server;

  @BeforeEach
  void open() throws Exception {
    weft = ((RuntimeOptions) Weft.builder().driver(kind).workers(2)).clock(clock).build();
    listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
    connect();
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private void connect() throws Exception {
    JoinHandle<TcpStream> accepting = weft.spawn(listener.accept());
    client = weft.blockOn(TcpStream.connect(listener.localAddress()));
    server = weft.blockOn(accepting);
  }

  private Link link(TlsAcceptor acceptor, TlsConnector connector) throws Exception {
    return Link.over(weft, acceptor, connector, client, server);
  }

  private Link link() throws Exception {
    return link(TlsAcceptor.create(serverOptions()), TlsConnector.create(clientOptions()));
  }

  private void assertRefused(TlsOptions serverSide, TlsOptions clientSide, String host, String why)
      throws Exception {
    connect();
    JoinHandle<TlsStream> accepting = weft.spawn(TlsAcceptor.create(serverSide).accept(server));
    assertThatThrownBy(() -> weft.blockOn(TlsConnector.create(clientSide).connect(client, host)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(client.remoteAddress().toString())
        .hasMessageContaining(why);
    assertThatThrownBy(() -> weft.blockOn(accepting))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(server.remoteAddress().toString());
    for (TcpStream end : List.of(client, server)) {
      assertThatThrownBy(() -> weft.blockOn(end.read(room))).hasMessageContaining("closed");
    }
  }

  @Test
  void refusals_ofAllKinds_nameTheAddressAndTheReason() throws Exception {
    assertRefused(
        TlsOptions.defaults().identity(Certs.identity(Certs.STRANGER)),
        clientOptions(),
        Certs.HOST,
        "certification path");
    assertRefused(serverOptions(), clientOptions(), "elsewhere.example", "elsewhere.example");
    assertRefused(
        serverOptions().applicationProtocols("kv"),
        clientOptions().applicationProtocols("h2"),
        Certs.HOST,
        "no_application_protocol");
    assertRefused(
        serverOptions().trust(Certs.trust(Certs.CA)).versions(TlsVersion.TLS_1_2),
        clientOptions(),
        Certs.HOST,
        "handshake_failure");
  }

  @Test
  void peer_thatIsSilent_isCutOffInTimeWithItsAddress() throws Exception {
    TlsOptions patient = serverOptions().handshakeTimeout(Duration.ofSeconds(3));
    JoinHandle<TlsStream> accepting = weft.spawn(TlsAcceptor.create(patient).accept(server));
    Eventually.until("its timer is set", () -> isIdle(weft.dump().tasks().size()));
    clock.advance(Duration.ofSeconds(3));
    assertThatThrownBy(() -> weft.blockOn(accepting))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining(server.remoteAddress().toString())
        .hasMessageContaining("PT3S");
    assertThat(weft.blockOn(client.read(room))).isEqualTo(AsyncRead.EOF);
  }

  private boolean isIdle(int tasks) {
    return tasks == 1 && weft.dump().tasks().getFirst().state().equals("idle");
  }

  @Test
  void connection_thatIsHalfClosedBelow_isToldFromAnEnd() throws Exception {
    Link link = link();
    weft.blockOn(link.client().writeAll(bytes("some")));
    weft.blockOn(client.shutdown()); // as somebody in between might do it
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(4);
    assertThatThrownBy(() -> weft.blockOn(link.server().read(room)))
        .isInstanceOf(EOFException.class)
        .hasMessageContaining(server.remoteAddress().toString());
    weft.blockOn(link.server().closeAsync());
  }

  @Test
  void connection_thatIsReset_failsTheReadThatWaits() throws Exception {
    Link link = link();
    JoinHandle<Integer> reading = weft.spawn(link.server().read(room));
    client.setOption(StandardSocketOptions.SO_LINGER, 0);
    weft.blockOn(client.closeAsync());
    assertThatThrownBy(() -> weft.blockOn(reading))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + server.remoteAddress().getPort());
  }

  @Test
  void closes_ofBothEndsAtOnce_areEndsToBoth() throws Exception {
    Link link = link();
    JoinHandle<Integer> there = weft.spawn(link.server().read(ByteBuffer.allocate(9)));
    JoinHandle<Integer> back = weft.spawn(link.client().read(ByteBuffer.allocate(9)));
    JoinHandle<Void> one = weft.spawn(link.client().shutdown());
    JoinHandle<Void> other = weft.spawn(link.server().shutdown());
    weft.blockOn(one);
    weft.blockOn(other);
    assertThat(weft.blockOn(there)).isEqualTo(AsyncRead.EOF);
    assertThat(weft.blockOn(back)).isEqualTo(AsyncRead.EOF);
    weft.blockOn(link.client().closeAsync());
    weft.blockOn(link.server().closeAsync());
  }

  @Test
  void handshakes_aRushOfThemWithALimit_allSucceedAndLeaveNothing() throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(serverOptions().maxHandshakes(2));
    TlsConnector connector = TlsConnector.create(clientOptions());
    rush(acceptor, connector);
    int base = Descriptors.count();
    rush(acceptor, connector);
    Eventually.until("descriptors are given back", () -> Descriptors.count() <= base);
    Eventually.until("all tasks are done", () -> weft.metrics().liveTasks() == 0);
  }

  private void rush(TlsAcceptor acceptor, TlsConnector connector) throws Exception {
    List<JoinHandle<TlsStream>> ends = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      connect();
      ends.add(weft.spawn(acceptor.accept(server)));
      ends.add(weft.spawn(connector.connect(client, Certs.HOST)));
    }
    for (JoinHandle<TlsStream> end : ends) {
      assertThat(weft.blockOn(end).version()).isEqualTo(TlsVersion.TLS_1_3);
    }
    for (JoinHandle<TlsStream> end : ends) {
      weft.blockOn(weft.blockOn(end).closeAsync());
    }
  }
}
