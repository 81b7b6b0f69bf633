package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.TimerQueue;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverLoop;
import dev.weft.testkit.Drivers;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
class ConnectTest {

  @Parameter Weft.Driver kind;

  private DriverLoop loop;

  @BeforeEach
  void open() throws IOException {
    loop = new DriverLoop(Drivers.provider(kind));
  }

  @AfterEach
  void close() {
    loop.close();
  }

  @Test
  void connect_refused_namesTheAddress() throws Exception {
    int port = unusedPort();
    assertThatThrownBy(() -> loop.run(TcpStream.connect("127.0.0.1", port)))
        .isInstanceOf(ConnectException.class)
        .hasMessageMatching("127\\.0\\.0\\.1:" + port + ": .+");
    assertThat(loop.driver().turn(0)).isZero();
    assertThat(loop.driver().sources()).isZero();
  }

  @Test
  void connect_cancelledWhilePending_closesTheSocket() throws Exception {
    openDriver();
    try (var full = new FullListener()) {
      loop.driver().turn(1); // opens the selector
      int base = Descriptors.count();
      DriverLoop.Task<TcpStream> connecting = loop.spawn(TcpStream.connect(full.address()));
      loop.settle();
      assertThat(connecting.isDone()).isFalse();
      assertThat(loop.driver().sources()).isEqualTo(1);
      assertThat(connecting.cancel()).isTrue();
      loop.settle();
      assertThat(loop.driver().sources()).isZero();
      Descriptors.assertBackAt(base);
    }
  }

  /** The first wait opens what a driver keeps open. */
  private void openDriver() throws Exception {
    TcpListener listener = loop.run(TcpListener.bind("127.0.0.1", 0));
    DriverLoop.Task<TcpStream> accepting = loop.spawn(listener.accept());
    loop.settle();
    assertThat(accepting.cancel()).isTrue();
    loop.run(listener.closeAsync());
    loop.settle();
  }

  @Test
  void connect_whileTheRuntimeCloses_saysSo() throws Exception {
    try (var full = new FullListener()) {
      DriverLoop.Task<TcpStream> connecting = loop.spawn(TcpStream.connect(full.address()));
      loop.settle();
      loop.close();
      assertThatThrownBy(() -> loop.join(connecting)).isInstanceOf(RuntimeClosedException.class);
    }
  }

  @Test
  void connect_outsideARuntime_saysWhatIsMissing() {
    var connect = TcpStream.connect("127.0.0.1", 1);
    assertThatThrownBy(() -> connect.poll(Context.of(Waker.noop())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("blockOn");
  }

  @Test
  void connect_toAName_looksItUp() throws Exception {
    InetAddress[] found = {InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.1")};
    loop.services().runtime(new FixedLookup(() -> found).runtime());
    try (var listener = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"))) {
      TcpStream stream = loop.run(TcpStream.connect("weft.example", listener.getLocalPort()));
      assertThat(stream.remoteAddress().getAddress()).isEqualTo(found[1]);
      loop.run(stream.closeAsync());
    }
  }

  @Test
  void connect_allAddressesFail_throwsTheFirstFailureAndKeepsTheOthers() throws Exception {
    InetAddress[] found = {InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.1")};
    loop.services().runtime(new FixedLookup(() -> found).runtime());
    int port = unusedPort();
    assertThatThrownBy(() -> loop.run(TcpStream.connect("weft.example", port)))
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith("127.0.0.2:" + port)
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
  }

  @Test
  void connect_firstAddressSilentForTheStagger_takesTheSecondAndClosesTheFirst() throws Exception {
    openDriver();
    try (var full = new FullListener();
        var listener = alsoAt("127.0.0.2", full.address().getPort())) {
      lookUp("127.0.0.1", "127.0.0.2");
      int base = Descriptors.count();
      var connecting = loop.spawn(TcpStream.connect("weft.example", listener.getLocalPort()));
      loop.settle();
      advance(Duration.ofMillis(249));
      assertThat(connecting.isDone()).isFalse();
      assertThat(loop.driver().sources()).isEqualTo(1);
      advance(Duration.ofMillis(1));
      TcpStream stream = loop.join(connecting);
      assertThat(stream.remoteAddress().getAddress().getHostAddress()).isEqualTo("127.0.0.2");
      loop.run(stream.closeAsync());
      loop.settle();
      assertThat(loop.driver().sources()).isZero();
      assertThat(loop.services().timers().nanosUntilNext(0)).isEqualTo(TimerQueue.NONE);
      Descriptors.assertBackAt(base);
    }
  }

  @Test
  void connect_firstAddressAnswersLate_isTakenAndTheSecondClosed() throws Exception {
    try (var full = new FullListener()) {
      lookUp("127.0.0.1", "127.0.0.2");
      var connecting = loop.spawn(TcpStream.connect("weft.example", full.address().getPort()));
      loop.settle();
      advance(Duration.ofMillis(250));
      loop.settle(); // the second one is refused; the first goes on
      assertThat(connecting.isDone()).isFalse();
      assertThat(loop.driver().sources()).isEqualTo(1);
      full.drain();
      TcpStream stream = loop.join(connecting);
      assertThat(stream.remoteAddress()).isEqualTo(full.address());
      loop.run(stream.closeAsync());
    }
  }

  @Test
  void connect_cancelledWithTwoUnderWay_closesBothAndItsTimer() throws Exception {
    openDriver();
    try (var full = new FullListener();
        var second = new FullListener("127.0.0.2", full.address().getPort())) {
      lookUp("127.0.0.1", "127.0.0.2", "127.0.0.3");
      int base = Descriptors.count();
      var connecting = loop.spawn(TcpStream.connect("weft.example", second.address().getPort()));
      loop.settle();
      advance(Duration.ofMillis(250));
      loop.settle();
      assertThat(loop.driver().sources()).isEqualTo(2);
      assertThat(connecting.cancel()).isTrue();
      loop.settle();
      assertThat(loop.driver().sources()).isZero();
      assertThat(loop.services().timers().nanosUntilNext(0)).isEqualTo(TimerQueue.NONE);
      Descriptors.assertBackAt(base);
    }
  }

  @Test
  void connect_whileTheRuntimeClosesWithAddressesLeft_saysSoAndTriesNoMore() throws Exception {
    try (var full = new FullListener()) {
      lookUp("127.0.0.1", "127.0.0.2");
      int base = Descriptors.count();
      var connecting = loop.spawn(TcpStream.connect("weft.example", full.address().getPort()));
      loop.settle();
      loop.close();
      assertThatThrownBy(() -> loop.join(connecting)).isInstanceOf(RuntimeClosedException.class);
      Descriptors.assertBackAt(base);
    }
  }

  @Test
  void addresses_ofTwoFamilies_areTriedInTurn() throws Exception {
    assertThat(Attempts.interleaved(at("::1", "::2", "::3", "127.0.0.1", "127.0.0.2")))
        .isEqualTo(at("::1", "127.0.0.1", "::2", "127.0.0.2", "::3"));
    assertThat(Attempts.interleaved(at("127.0.0.1", "127.0.0.2", "::1")))
        .isEqualTo(at("127.0.0.1", "::1", "127.0.0.2"));
  }

  private static List<InetSocketAddress> at(String... literals) {
    return Stream.of(literals)
        .map(literal -> new InetSocketAddress(InetAddress.ofLiteral(literal), 1))
        .toList();
  }

  private void lookUp(String... literals) {
    InetAddress[] found =
        Stream.of(literals).map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
    loop.services().runtime(new FixedLookup(() -> found).runtime());
  }

  private void advance(Duration duration) throws Exception {
    loop.services().timers().fire(loop.services().clock().advance(duration));
    loop.settle();
  }

  private static ServerSocket alsoAt(String literal, int port) throws IOException {
    return new ServerSocket(port, 10, InetAddress.ofLiteral(literal));
  }

  @Test
  void connect_toAnUnknownName_namesIt() {
    var lookup =
        new FixedLookup(
            () -> {
              throw new UnknownHostException("weft.example: Name or service not known");
            });
    loop.services().runtime(lookup.runtime());
    assertThatThrownBy(() -> loop.run(TcpStream.connect("weft.example", 80)))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("weft.example:80: Name or service not known");
  }

  @Test
  void connect_lookupAbortedByTheRuntimesEnd_saysSo() {
    var lookup =
        new FixedLookup(
            () -> {
              throw new CancellationException();
            });
    loop.services().runtime(lookup.runtime());
    assertThatThrownBy(() -> loop.run(TcpStream.connect("weft.example", 80)))
        .isInstanceOf(RuntimeClosedException.class)
        .hasMessageContaining("weft.example");
  }

  @Test
  void connect_cancelledDuringTheLookup_abortsIt() throws Exception {
    FixedLookup lookup = FixedLookup.never();
    loop.services().runtime(lookup.runtime());
    DriverLoop.Task<TcpStream> connecting = loop.spawn(TcpStream.connect("weft.example", 80));
    loop.settle();
    assertThat(connecting.cancel()).isTrue();
    assertThat(lookup.isAborted()).isTrue();
  }

  @Test
  void bind_addressInUse_namesIt() throws Exception {
    TcpListener first = loop.run(TcpListener.bind("127.0.0.1", 0));
    int port = first.localAddress().getPort();
    assertThatThrownBy(() -> loop.run(TcpListener.bind("127.0.0.1", port)))
        .isInstanceOf(BindException.class)
        .hasMessageMatching("127\\.0\\.0\\.1:" + port + ": .+");
  }

  @Test
  void bind_foreignAddress_namesIt() {
    assertThatThrownBy(() -> loop.run(TcpListener.bind("192.0.2.1", 0)))
        .isInstanceOf(SocketException.class)
        .hasMessageStartingWith("192.0.2.1:0: ");
  }

  @Test
  void bind_onAName_looksItUp() throws Exception {
    InetAddress[] found = {InetAddress.ofLiteral("127.0.0.1")};
    loop.services().runtime(new FixedLookup(() -> found).runtime());
    TcpListener listener = loop.run(TcpListener.bind("weft.example", 0));
    assertThat(listener.localAddress().getAddress()).isEqualTo(found[0]);
  }

  @Test
  void hostAndPort_outOfRange_areRefused() {
    assertThatThrownBy(() -> TcpStream.connect("127.0.0.1", 65_536)).hasMessageContaining("65536");
    assertThatThrownBy(() -> TcpListener.bind("127.0.0.1", -1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> TcpStream.connect(" ", 1)).hasMessageContaining("blank");
  }

  private static int unusedPort() throws IOException {
    try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return listener.getLocalPort();
    }
  }

  /** A listener whose queue is full, so that a further connection stays pending. */
  private static final class FullListener implements AutoCloseable {

    private final ServerSocket listener;
    private final List<Socket> queued = new ArrayList<>();

    FullListener() throws IOException {
      this("127.0.0.1", 0);
    }

    FullListener(String literal, int port) throws IOException {
      listener = new ServerSocket(port, 1, InetAddress.ofLiteral(literal));
      for (int i = 0; i < 2; i++) {
        queued.add(new Socket(listener.getInetAddress(), listener.getLocalPort()));
      }
    }

    /** Makes room: the system answers the pending connection when it asks again. */
    void drain() throws IOException {
      for (int i = 0; i < queued.size(); i++) {
        listener.accept().close();
      }
    }

    InetSocketAddress address() {
      return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : queued) {
        socket.close();
      }
      listener.close();
    }
  }
}
