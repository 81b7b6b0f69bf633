package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.TestTask;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** How connections come about on every driver. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.DriverCase#withoutFaults")
class DriverListenersTest extends DriverFixture {

  DriverListenersTest(DriverCase kind) {
    super(kind);
  }

  @Test
  void connect_toAPortWithoutListener_isRefused() throws Exception {
    ListenSocket listener = listen();
    InetSocketAddress address = listener.localAddress();
    listener.close();
    driver.turn(0);
    var task = task();
    assertThatThrownBy(() -> finish(provider.connect(address, Map.of()), task))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("127.0.0.1:" + address.getPort());
  }

  @Test
  void connect_cancelledAndClosedBeforeItEnds_leavesNothingAttached() throws Exception {
    ListenSocket listener = listen();
    for (int round = 0; round < 50; round++) {
      StreamSocket socket = provider.connect(listener.localAddress(), Map.of());
      var task = task();
      boolean done = socket.finishConnect(task);
      if (!done) {
        socket.cancelWrite();
      }
      socket.close();
      StreamSocket accepted = listener.accept(task);
      if (accepted != null) {
        accepted.close();
      }
    }
    listener.close();
    Eventually.until("all are detached", () -> turned() && driver.sources() == 0);
  }

  @Test
  void accept_cancelled_losesNoConnection() throws Exception {
    ListenSocket listener = listen();
    var task = task();
    assertThat(listener.accept(task)).isNull();
    listener.cancelAccept();
    try (var peer = new Socket()) {
      peer.connect(listener.localAddress());
      driver.turn(0);
      StreamSocket accepted;
      while ((accepted = listener.accept(task)) == null) {
        turnUntilWoken(task);
      }
      assertThat(accepted.remoteAddress().getPort()).isEqualTo(peer.getLocalPort());
      accepted.close();
    }
  }

  @Test
  void accept_ofABurst_takesAll() throws Exception {
    ListenSocket listener = listen();
    var task = task();
    assertThat(listener.accept(task)).isNull();
    int wanted = 100;
    for (int i = 0; i < wanted; i++) {
      StreamSocket client = provider.connect(listener.localAddress(), Map.of());
      opened.add(client::close);
    }
    for (int taken = 0; taken < wanted; ) {
      StreamSocket accepted = listener.accept(task);
      if (accepted == null) {
        turnUntilWoken(task);
      } else {
        opened.add(accepted::close);
        taken++;
      }
    }
  }

  @Test
  void listener_onTheWildcard_takesConnectionsOfBothFamilies() throws Exception {
    ListenSocket listener =
        provider.listen(new InetSocketAddress("0.0.0.0", 0), 8, Map.of(), task());
    opened.add(listener::close);
    int port = listener.localAddress().getPort();
    var task = task();
    StreamSocket client = provider.connect(new InetSocketAddress("127.0.0.1", port), Map.of());
    opened.add(client::close);
    StreamSocket accepted;
    while ((accepted = listener.accept(task)) == null) {
      turnUntilWoken(task);
    }
    opened.add(accepted::close);
    finish(client, task);
    assertThat(accepted.remoteAddress()).isEqualTo(client.localAddress());
    assertThat(client.remoteAddress()).isEqualTo(accepted.localAddress());
  }

  @Test
  void options_setAndRead_areTheSystems() throws Exception {
    Pair pair = connect();
    pair.socket().setOption(StandardSocketOptions.TCP_NODELAY, true);
    assertThat(pair.socket().option(StandardSocketOptions.TCP_NODELAY)).isTrue();
    pair.socket().setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    assertThat(pair.socket().option(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
    assertThat(pair.socket().option(StandardSocketOptions.SO_LINGER)).isEqualTo(-1);
    pair.socket().setOption(StandardSocketOptions.SO_LINGER, 3);
    assertThat(pair.socket().option(StandardSocketOptions.SO_LINGER)).isEqualTo(3);
    pair.socket().setOption(StandardSocketOptions.SO_LINGER, -1);
    assertThat(pair.socket().option(StandardSocketOptions.SO_LINGER)).isEqualTo(-1);
    assertThat(pair.socket().option(StandardSocketOptions.SO_SNDBUF)).isPositive();
    assertThatThrownBy(() -> pair.socket().option(StandardSocketOptions.IP_MULTICAST_TTL))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> pair.socket().setOption(StandardSocketOptions.SO_SNDBUF, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void listen_whereSomebodyListens_namesTheAddress() throws Exception {
    InetSocketAddress taken = listen().localAddress();
    assertThatThrownBy(() -> provider.listen(taken, 1, Map.of(), task()))
        .isInstanceOf(BindException.class)
        .hasMessageContaining("127.0.0.1:" + taken.getPort())
        .hasMessageContaining("in use");
    InetSocketAddress unknown = InetSocketAddress.createUnresolved("weft.invalid", 1);
    assertThatThrownBy(() -> provider.listen(unknown, 1, Map.of(), task()))
        .isInstanceOf(UnknownHostException.class);
    assertThatThrownBy(() -> provider.connect(unknown, Map.of()))
        .isInstanceOf(UnknownHostException.class);
  }

  @Test
  void sockets_openedAndClosedAThousandTimes_leaveNoDescriptor() throws Exception {
    ListenSocket listener = listen();
    openAndClose(listener, 20); // Opens what lives as long as the driver.
    int base = descriptors();
    openAndClose(listener, 1000);
    driver.turn(0);
    assertThat(descriptors()).isLessThanOrEqualTo(base);
    assertThat(driver.sources()).isLessThanOrEqualTo(1);
  }

  private StreamSocket finish(StreamSocket socket, TestTask task) throws IOException {
    opened.add(socket::close);
    while (!socket.finishConnect(task)) {
      turnUntilWoken(task);
    }
    return socket;
  }

  private void openAndClose(ListenSocket listener, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      var task = task();
      StreamSocket client = provider.connect(listener.localAddress(), Map.of());
      StreamSocket accepted;
      while ((accepted = listener.accept(task)) == null) {
        turnUntilWoken(task);
      }
      finish(client, task);
      opened.removeLast();
      assertThat(accepted.read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
      client.close();
      accepted.close();
      if (i % 16 == 0) {
        driver.turn(0);
      }
    }
  }

  private static int descriptors() {
    String[] names = new File("/proc/self/fd").list();
    return names == null ? 0 : names.length;
  }
}
