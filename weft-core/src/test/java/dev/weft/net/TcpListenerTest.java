package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.io.RuntimeClosedException;
import dev.weft.io.SocketClosedException;
import dev.weft.testkit.DriverLoop;
import dev.weft.testkit.Drivers;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
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

@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TcpListenerTest {

  @Parameter Weft.Driver kind;

  private final List<Socket> peers = new ArrayList<>();
  private DriverLoop loop;
  private TcpListener listener;

  @BeforeEach
  void open() throws Exception {
    loop = new DriverLoop(Drivers.provider(kind));
    listener = loop.run(TcpListener.bind("127.0.0.1", 0));
  }

  @AfterEach
  void close() throws IOException {
    loop.close();
    for (Socket peer : peers) {
      peer.close();
    }
  }

  private Socket connectPeer() throws IOException {
    var peer = new Socket();
    peer.connect(listener.localAddress());
    peers.add(peer);
    return peer;
  }

  @Test
  void bind_portZero_picksAFreeOne() {
    assertThat(listener.localAddress().getPort()).isPositive();
    assertThat(listener.toString()).contains(":" + listener.localAddress().getPort());
  }

  @Test
  void bind_onAllAddresses_takesConnections() throws Exception {
    TcpListener wild = loop.run(TcpListener.bind(new InetSocketAddress(0)));
    DriverLoop.Task<TcpStream> client =
        loop.spawn(TcpStream.connect("127.0.0.1", wild.localAddress().getPort()));
    TcpStream server = loop.run(wild.accept());
    assertThat(loop.join(client).localAddress().getPort())
        .isEqualTo(server.remoteAddress().getPort());
  }

  @Test
  void reusePort_ofTwoListeners_sharesTheAddressAndTheConnections() throws Exception {
    TcpOptions shared = TcpOptions.defaults().reusePort(true);
    TcpListener first = loop.run(TcpListener.bind(new InetSocketAddress("127.0.0.1", 0), shared));
    TcpListener second = loop.run(TcpListener.bind(first.localAddress(), shared));
    DriverLoop.Task<TcpStream> one = loop.spawn(first.accept());
    DriverLoop.Task<TcpStream> other = loop.spawn(second.accept());
    while (!one.isDone() || !other.isDone()) { // the system picks one by the client's address
      loop.run(TcpStream.connect(first.localAddress()));
      loop.settle();
    }
    assertThat(loop.join(one).localAddress()).isEqualTo(loop.join(other).localAddress());
    assertThatThrownBy(() -> loop.run(TcpListener.bind(first.localAddress())))
        .isInstanceOf(BindException.class)
        .hasMessageContaining(":" + first.localAddress().getPort());
  }

  @Test
  void accept_connectionComesLater_isWoken() throws Exception {
    DriverLoop.Task<TcpStream> accepting = loop.spawn(listener.accept());
    loop.settle();
    assertThat(accepting.isDone()).isFalse();
    Socket peer = connectPeer();
    assertThat(loop.join(accepting).remoteAddress().getPort()).isEqualTo(peer.getLocalPort());
    assertThat(accepting.polls()).isEqualTo(2);
  }

  @Test
  void accept_cancelled_losesNoConnection() throws Exception {
    DriverLoop.Task<TcpStream> accepting = loop.spawn(listener.accept());
    loop.settle();
    Socket peer = connectPeer();
    assertThat(accepting.cancel()).isTrue();
    loop.settle();
    assertThat(accepting.isDone()).isFalse();
    assertThat(loop.run(listener.accept()).remoteAddress().getPort())
        .isEqualTo(peer.getLocalPort());
  }

  @Test
  void stream_givesConnectionsInOrderAndEndsAtTheClose() throws Exception {
    Socket first = connectPeer();
    Socket second = connectPeer();
    assertThat(loop.run(listener.next()).remoteAddress().getPort()).isEqualTo(first.getLocalPort());
    assertThat(loop.run(listener.next()).remoteAddress().getPort())
        .isEqualTo(second.getLocalPort());
    DriverLoop.Task<TcpStream> end = loop.spawn(listener.next());
    loop.settle();
    loop.run(listener.closeAsync());
    assertThat(loop.join(end)).isNull();
    assertThat(loop.run(listener.next())).isNull();
  }

  @Test
  void close_whileAnotherTaskAccepts_failsThatAccept() throws Exception {
    DriverLoop.Task<TcpStream> accepting = loop.spawn(listener.accept());
    loop.settle();
    loop.run(listener.closeAsync());
    loop.run(listener.closeAsync());
    assertThatThrownBy(() -> loop.join(accepting))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining("127.0.0.1:" + listener.localAddress().getPort());
  }

  @Test
  void close_done_theAddressCanBeBoundAgain() throws Exception {
    for (int round = 0; round < 20; round++) {
      DriverLoop.Task<TcpStream> accepting = loop.spawn(listener.accept());
      loop.settle();
      loop.run(listener.closeAsync());
      listener = loop.run(TcpListener.bind(listener.localAddress()));
      assertThatThrownBy(() -> loop.join(accepting)).isInstanceOf(SocketClosedException.class);
    }
  }

  @Test
  void close_cancelledWhileItWaits_closesAllTheSame() throws Exception {
    var task = new TestTask(loop.services());
    task.pending(listener.accept());
    loop.driver().turn(0);
    var close = listener.closeAsync();
    if (!close.poll(task).isReady()) { // A driver may need a turn to let go of the address.
      assertThat(close.cancel()).isTrue();
    }
    loop.driver().turn(0);
    loop.run(TcpListener.bind(listener.localAddress()));
  }

  @Test
  void runtimeCloses_endsTheStreamWithAFailure() throws Exception {
    var task = new TestTask(loop.services());
    task.pending(listener.accept());
    loop.close();
    assertThat(task.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> listener.pollNext(task)).isInstanceOf(RuntimeClosedException.class);
  }

  @Test
  void backlog_holdsConnectionsUntilTheyAreAccepted() throws Exception {
    for (int i = 0; i < 200; i++) {
      connectPeer();
    }
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      ports.add(loop.run(listener.accept()).remoteAddress().getPort());
    }
    assertThat(ports).isEqualTo(peers.stream().map(Socket::getLocalPort).toList());
  }

  @Test
  void accept_connectionResetBeforeIt_isSkippedOrGivenButNeverFatal() throws Exception {
    Socket peer = connectPeer();
    peer.setSoLinger(true, 0);
    peer.close();
    Socket good = connectPeer();
    List<Integer> ports = new ArrayList<>();
    while (!ports.contains(good.getLocalPort())) {
      ports.add(loop.run(listener.accept()).remoteAddress().getPort());
    }
    assertThat(ports).hasSizeLessThanOrEqualTo(2);
  }
}
