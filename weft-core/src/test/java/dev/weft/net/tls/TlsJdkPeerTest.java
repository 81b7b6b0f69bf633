package dev.weft.net.tls;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsJdkPeerTest {

  private static final long AMOUNT = 3_000_000;

  private Weft weft;
  private TcpListener listener;

  @BeforeEach
  void open() throws Exception {
    weft = Weft.builder().workers(2).build();
    listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private int port() {
    return listener.localAddress().getPort();
  }

  private JoinHandle<TlsStream> accept(TlsOptions options) throws Exception {
    TlsAcceptor acceptor = TlsAcceptor.create(options);
    JoinHandle<TcpStream> tcp = weft.spawn(listener.accept());
    Future<TlsStream> accepting = async(() -> await(acceptor.accept(await(tcp))));
    return weft.spawn(accepting);
  }

  @ParameterizedTest
  @EnumSource
  void client_ofTheJdk_talksToOurServer(TlsVersion version) throws Exception {
    JoinHandle<TlsStream> accepting =
        accept(Certs.serverOptions().trust(Certs.trust(Certs.CA)).applicationProtocols("kv"));
    SSLContext context = JdkPeer.context(Certs.CLIENT, Certs.CA);
    try (SSLSocket socket = JdkPeer.connect(context, port(), version)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"other", "kv"});
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      TlsStream server = weft.blockOn(accepting);
      assertThat(server.version()).isEqualTo(version);
      assertThat(server.applicationProtocol()).contains("kv");
      assertThat(server.peerCertificates()).containsExactly(Certs.CLIENT.certificate());
      assertThat(socket.getApplicationProtocol()).isEqualTo("kv");
      JoinHandle<Long> sent = weft.spawn(new Flow.Send(server, AMOUNT, false, 1));
      assertThat(Flow.receive(socket.getInputStream(), AMOUNT)).isEqualTo(AMOUNT);
      JoinHandle<Long> received = weft.spawn(new Flow.Receive(server, AMOUNT, 2));
      Flow.send(socket.getOutputStream(), AMOUNT);
      assertThat(weft.blockOn(received)).isEqualTo(AMOUNT);
      weft.blockOn(sent);
      weft.blockOn(server.shutdown());
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
      socket.close();
      assertThat(weft.blockOn(server.read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
      weft.blockOn(server.closeAsync());
    }
  }

  @ParameterizedTest
  @EnumSource
  void server_ofTheJdk_talksToOurClient(TlsVersion version) throws Exception {
    SSLContext context = JdkPeer.context(Certs.RSA, Certs.CA);
    try (SSLServerSocket serverSocket = JdkPeer.listen(context, version)) {
      serverSocket.setNeedClientAuth(true);
      JoinHandle<Long> peer =
          weft.spawnBlocking(
              () -> {
                try (var socket = (SSLSocket) serverSocket.accept()) {
                  long received = Flow.receive(socket.getInputStream(), AMOUNT);
                  Flow.send(socket.getOutputStream(), AMOUNT);
                  assertThat(socket.getSession().getPeerCertificates())
                      .containsExactly(Certs.CLIENT.certificate());
                  assertThat(socket.getInputStream().read()).isEqualTo(-1);
                  return received;
                }
              });
      TlsConnector connector =
          TlsConnector.create(Certs.clientOptions().identity(Certs.identity(Certs.CLIENT)));
      TcpStream tcp = weft.blockOn(TcpStream.connect("127.0.0.1", serverSocket.getLocalPort()));
      TlsStream client = weft.blockOn(connector.connect(tcp, "127.0.0.1"));
      assertThat(client.version()).isEqualTo(version);
      assertThat(client.serverName()).isEmpty();
      weft.blockOn(new Flow.Send(client, AMOUNT, false, 5));
      assertThat(weft.blockOn(new Flow.Receive(client, AMOUNT, 6))).isEqualTo(AMOUNT);
      weft.blockOn(client.shutdown());
      assertThat(weft.blockOn(client.read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
      assertThat(weft.blockOn(peer)).isEqualTo(AMOUNT);
      weft.blockOn(client.closeAsync());
    }
  }

  @Test
  void renegotiation_byAClientOfTls12_isRefused() throws Exception {
    JoinHandle<TlsStream> accepting = accept(Certs.serverOptions());
    SSLContext context = JdkPeer.context(null, Certs.CA);
    try (SSLSocket socket = JdkPeer.connect(context, port(), TlsVersion.TLS_1_2)) {
      socket.startHandshake();
      TlsStream server = weft.blockOn(accepting);
      JoinHandle<Integer> reading = weft.spawn(server.read(ByteBuffer.allocate(10)));
      JoinHandle<Integer> renegotiating =
          weft.spawnBlocking(
              () -> {
                socket.startHandshake();
                return socket.getInputStream().read();
              });
      assertThatThrownBy(() -> weft.blockOn(reading))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("asked for another handshake, which is refused");
      assertThatThrownBy(() -> weft.blockOn(server.writeAll(ByteBuffer.allocate(1))))
          .isInstanceOf(IOException.class);
      weft.blockOn(server.closeAsync());
      assertThatThrownBy(() -> weft.blockOn(renegotiating)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void renegotiation_byAServerOfTls12_isRefused() throws Exception {
    SSLContext context = JdkPeer.context(Certs.RSA, Certs.CA);
    try (SSLServerSocket serverSocket = JdkPeer.listen(context, TlsVersion.TLS_1_2)) {
      JoinHandle<Integer> peer =
          weft.spawnBlocking(
              () -> {
                try (var socket = (SSLSocket) serverSocket.accept()) {
                  socket.startHandshake();
                  socket.startHandshake();
                  return socket.getInputStream().read();
                }
              });
      TlsConnector connector = TlsConnector.create(Certs.clientOptions());
      TcpStream tcp = weft.blockOn(TcpStream.connect("127.0.0.1", serverSocket.getLocalPort()));
      TlsStream client = weft.blockOn(connector.connect(tcp, Certs.HOST));
      assertThatThrownBy(() -> weft.blockOn(client.read(ByteBuffer.allocate(1))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("asked for another handshake, which is refused");
      weft.blockOn(client.closeAsync());
      assertThatThrownBy(() -> weft.blockOn(peer)).isInstanceOf(IOException.class);
    }
  }
}
