package dev.weft.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.io.RuntimeClosedException;
import dev.weft.io.SocketClosedException;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.DriverLoop;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
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
@MethodSource("dev.weft.testkit.DriverCase#working")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class UdpSocketTest {

  @Parameter DriverCase driver;

  private static final String GROUP = "239.1.2.3";

  private DriverLoop loop;
  private int base;
  private UdpSocket server;

  @BeforeEach
  void open() throws Exception {
    base = Descriptors.baseline();
    loop = new DriverLoop(driver.provider());
    server = loop.run(UdpSocket.bind("127.0.0.1", 0));
  }

  @AfterEach
  void close() {
    loop.close();
    Descriptors.assertBackAt(base);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }

  private static String text(ByteBuffer received) {
    return US_ASCII.decode(received.flip()).toString();
  }

  private UdpSocket client() throws Exception {
    return loop.run(UdpSocket.connect(server.localAddress(), UdpOptions.defaults()));
  }

  @Test
  void datagrams_thereAndBack_arriveWithTheirSenders() throws Exception {
    UdpSocket client = loop.run(UdpSocket.bind("127.0.0.1", 0));
    ByteBuffer buffer = ByteBuffer.allocate(100);
    var receiving = loop.spawn(server.recvFrom(buffer));
    loop.settle();
    assertThat(receiving.isDone()).isFalse();
    assertThat(loop.run(client.sendTo(bytes("ping"), server.localAddress()))).isEqualTo(4);
    assertThat(loop.join(receiving)).isEqualTo(client.localAddress());
    assertThat(text(buffer)).isEqualTo("ping");
    loop.run(server.sendTo(bytes("pong!"), client.localAddress()));
    assertThat(loop.run(client.recv(buffer.clear()))).isEqualTo(5);
    assertThat(text(buffer)).isEqualTo("pong!");
  }

  @Test
  void connected_receivesFromItsPeerOnly() throws Exception {
    UdpSocket client = client();
    UdpSocket stranger = loop.run(UdpSocket.bind("127.0.0.1", 0));
    loop.run(stranger.sendTo(bytes("stranger"), client.localAddress()));
    loop.run(server.sendTo(bytes("peer"), client.localAddress()));
    ByteBuffer buffer = ByteBuffer.allocate(100);
    loop.run(client.recv(buffer));
    assertThat(text(buffer)).isEqualTo("peer");
    assertThat(client.remoteAddress()).isEqualTo(server.localAddress());
    assertThat(client.localAddress().getPort()).isPositive();
  }

  @Test
  void connected_toANameThatIsLookedUp_sends() throws Exception {
    InetAddress[] found = {InetAddress.ofLiteral("127.0.0.1")};
    loop.services().runtime(new FixedLookup(() -> found).runtime());
    UdpSocket client = loop.run(UdpSocket.connect("weft.example", server.localAddress().getPort()));
    loop.run(client.send(bytes("x")));
    assertThat(loop.run(server.recvMany(1)).getFirst().sender().getPort())
        .isEqualTo(client.localAddress().getPort());
  }

  @Test
  void connected_nobodyThere_failsWithTheAddress() throws Exception {
    UdpSocket client = client();
    InetSocketAddress gone = server.localAddress();
    loop.run(server.closeAsync());
    loop.run(client.send(bytes("x")));
    assertThatThrownBy(() -> loop.run(client.recv(ByteBuffer.allocate(1))))
        .isInstanceOf(PortUnreachableException.class)
        .hasMessageStartingWith("127.0.0.1:" + gone.getPort());
  }

  @Test
  void emptyDatagram_isOneThatArrives() throws Exception {
    UdpSocket client = loop.run(UdpSocket.bind("127.0.0.1", 0));
    assertThat(loop.run(client.sendTo(bytes(""), server.localAddress()))).isZero();
    loop.run(client.sendTo(bytes("next"), server.localAddress()));
    ByteBuffer buffer = ByteBuffer.allocate(10);
    assertThat(loop.run(server.recv(buffer))).isZero();
    assertThat(loop.run(server.recv(buffer))).isEqualTo(4);
  }

  @Test
  void emptyDatagram_fromAConnectedSocket_arrivesOrIsRefusedWhereTheJdkWouldDropIt()
      throws Exception {
    UdpSocket client = client();
    if (driver.isLinux()) {
      assertThat(loop.run(client.send(bytes("")))).isZero();
      assertThat(loop.run(server.recvFrom(ByteBuffer.allocate(1))))
          .isEqualTo(client.localAddress());
    } else {
      assertThatThrownBy(() -> loop.run(client.send(bytes(""))))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("127.0.0.1:" + server.localAddress().getPort());
    }
  }

  @Test
  void directBuffers_carryDatagramsToo() throws Exception {
    UdpSocket client = client();
    ByteBuffer source = ByteBuffer.allocateDirect(100).put(bytes("..direct..")).flip();
    loop.run(client.send(source.position(2).limit(8)));
    assertThat(source.position()).isEqualTo(8);
    ByteBuffer target = ByteBuffer.allocateDirect(100).position(3);
    assertThat(loop.run(server.recv(target))).isEqualTo(6);
    assertThat(target.position()).isEqualTo(9);
    assertThat(text(target).substring(3)).isEqualTo("direct");
  }

  @Test
  void send_toTheOtherFamily_isRefusedByAddressOrMapped() throws Exception {
    var six = new InetSocketAddress("::1", server.localAddress().getPort());
    UdpSocket four = loop.run(UdpSocket.bind("127.0.0.1", 0));
    assertThatThrownBy(() -> loop.run(four.sendTo(bytes("x"), six)))
        .isInstanceOf(SocketException.class)
        .hasMessageStartingWith("[0:0:0:0:0:0:0:1]:")
        .hasMessageContaining("IPv6");
    assumeTrue(haveIpv6());
    UdpSocket both = loop.run(UdpSocket.bind("::", 0));
    loop.run(both.sendTo(bytes("x"), server.localAddress()));
    assertThat(loop.run(server.recvFrom(ByteBuffer.allocate(1))).getPort())
        .isEqualTo(both.localAddress().getPort());
    loop.run(
        server.sendTo(
            bytes("y"), new InetSocketAddress("127.0.0.1", both.localAddress().getPort())));
    assertThat(loop.run(both.recvFrom(ByteBuffer.allocate(1)))).isEqualTo(server.localAddress());
  }

  @Test
  void ipv6_sendsReceivesAndJoinsGroups() throws Exception {
    assumeTrue(haveIpv6());
    UdpSocket there = loop.run(UdpSocket.bind("::1", 0));
    UdpSocket here = loop.run(UdpSocket.connect(there.localAddress(), UdpOptions.defaults()));
    loop.run(here.send(bytes("six")));
    assertThat(loop.run(there.recvFrom(ByteBuffer.allocate(3)))).isEqualTo(here.localAddress());
    here.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 3);
    assertThat(here.option(StandardSocketOptions.IP_MULTICAST_TTL)).isEqualTo(3);
    here.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, false);
    assertThat(here.option(StandardSocketOptions.IP_MULTICAST_LOOP)).isFalse();
    InetAddress group = InetAddress.ofLiteral("ff02::1234");
    there.joinMulticast(group, loopback());
    there.joinMulticast(group, loopback()); // once is enough
    assertThat(there.leaveMulticast(group, loopback())).isTrue();
    assertThat(there.leaveMulticast(group, loopback())).isFalse();
  }

  private static NetworkInterface loopback() throws IOException {
    return NetworkInterface.getByInetAddress(InetAddress.ofLiteral("127.0.0.1"));
  }

  private static boolean haveIpv6() throws IOException {
    return NetworkInterface.getByInetAddress(InetAddress.ofLiteral("::1")) != null;
  }

  @Test
  void join_thatIsRefused_namesTheGroupAndTheInterface() throws Exception {
    InetAddress group = InetAddress.ofLiteral("ff02::1234");
    assertThatThrownBy(() -> server.joinMulticast(group, loopback()))
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("ff02:0:0:0:0:0:0:1234")
        .hasMessageContaining("lo");
    loop.run(server.closeAsync());
    assertThatThrownBy(() -> server.joinMulticast(InetAddress.ofLiteral(GROUP), loopback()))
        .isInstanceOf(SocketClosedException.class);
  }

  @Test
  void manyDatagrams_allArrive() throws Exception {
    UdpSocket client = client();
    server.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 20);
    int received = 0;
    for (int round = 0; round < 50; round++) {
      var receiving = loop.spawn(server.recvMany(16));
      for (int i = 0; i < 4; i++) {
        loop.run(client.send(ByteBuffer.allocate(1000)));
      }
      received += loop.join(receiving).size();
      while (received < 4 * (round + 1)) {
        received += loop.run(server.recvMany(16)).size();
      }
    }
    assertThat(received).isEqualTo(200);
  }

  @Test
  void datagram_largerThanTheTarget_losesItsRestOnly() throws Exception {
    UdpSocket client = client();
    loop.run(client.send(bytes("0123456789")));
    loop.run(client.send(bytes("next")));
    ByteBuffer buffer = ByteBuffer.allocate(4);
    assertThat(loop.run(server.recv(buffer))).isEqualTo(4);
    assertThat(text(buffer)).isEqualTo("0123");
    loop.run(server.recv(buffer.clear()));
    assertThat(text(buffer)).isEqualTo("next");
  }

  @Test
  void receiveIntoAReadOnlyBuffer_isRefusedAndTheDatagramStays() throws Exception {
    UdpSocket client = client();
    loop.run(client.send(bytes("kept")));
    ByteBuffer buffer = ByteBuffer.allocate(9);
    for (ByteBuffer each : List.of(buffer, ByteBuffer.allocateDirect(9))) {
      assertThatThrownBy(() -> loop.run(server.recv(each.asReadOnlyBuffer())))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("target is read-only; accepted is a buffer that can be written to.");
      assertThatThrownBy(() -> loop.run(server.recvFrom(each.asReadOnlyBuffer())))
          .isInstanceOf(IllegalArgumentException.class);
    }
    loop.run(server.recv(buffer));
    assertThat(text(buffer)).isEqualTo("kept");
  }

  @Test
  void connect_toPort0_isRefusedOnEachDriver() {
    assertThatThrownBy(() -> loop.run(UdpSocket.connect("127.0.0.1", 0)))
        .isInstanceOf(SocketException.class)
        .hasMessage("127.0.0.1:0: a datagram can't be sent to port 0; accepted are 1 to 65535");
  }

  @Test
  void largestDatagram_isTakenAndOneByteMoreRefused() throws Exception {
    UdpSocket client = client();
    int most = 65_507;
    loop.run(client.send(ByteBuffer.allocate(most)));
    List<Datagram> received = loop.run(server.recvMany(4));
    assertThat(received).singleElement().extracting(got -> got.data().remaining()).isEqualTo(most);
    assertThatThrownBy(() -> loop.run(client.send(ByteBuffer.allocate(most + 1))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("127.0.0.1:");
  }

  @Test
  void recvMany_takesAllThatAreThereUpToTheCount() throws Exception {
    UdpSocket client = client();
    for (int i = 0; i < 5; i++) {
      loop.run(client.send(bytes("d" + i)));
    }
    assertThat(loop.run(server.recvMany(3)))
        .extracting(got -> text(got.data().position(got.data().limit())))
        .containsExactly("d0", "d1", "d2");
    assertThat(loop.run(server.recvMany(1024)))
        .extracting(Datagram::sender)
        .containsExactly(client.localAddress(), client.localAddress());
    var waiting = loop.spawn(server.recvMany(10));
    loop.settle();
    assertThat(waiting.isDone()).isFalse();
    loop.run(client.send(bytes("late")));
    assertThat(loop.join(waiting)).hasSize(1);
  }

  @Test
  void receive_cancelledWhilePending_losesNothing() throws Exception {
    UdpSocket client = client();
    ByteBuffer buffer = ByteBuffer.allocate(10);
    var receiving = loop.spawn(server.recv(buffer));
    loop.settle();
    assertThat(receiving.cancel()).isTrue();
    loop.run(client.send(bytes("kept")));
    loop.settle();
    assertThat(buffer.position()).isZero();
    assertThat(loop.run(server.recv(buffer))).isEqualTo(4);
  }

  @Test
  void close_whileReceiving_wakesTheReceiverAndFreesTheAddress() throws Exception {
    InetSocketAddress address = server.localAddress();
    var receiving = loop.spawn(server.recv(ByteBuffer.allocate(1)));
    loop.settle();
    loop.run(server.closeAsync());
    assertThatThrownBy(() -> loop.join(receiving))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining("127.0.0.1:" + address.getPort());
    assertThatThrownBy(() -> loop.run(server.sendTo(bytes("x"), address)))
        .isInstanceOf(SocketClosedException.class);
    loop.run(loop.run(UdpSocket.bind(address, UdpOptions.defaults())).closeAsync());
  }

  @Test
  void runtimeClosed_closesEverySocketAndSaysSo() throws Exception {
    int before = Descriptors.count();
    try (var other = new DriverLoop(driver.provider())) {
      UdpSocket idle = other.run(UdpSocket.bind("127.0.0.1", 0));
      UdpSocket busy = other.run(UdpSocket.bind("127.0.0.1", 0));
      var receiving = other.spawn(busy.recv(ByteBuffer.allocate(1)));
      other.settle();
      other.close();
      assertThatThrownBy(() -> other.join(receiving)).isInstanceOf(RuntimeClosedException.class);
      assertThatThrownBy(() -> other.run(idle.recv(ByteBuffer.allocate(1))))
          .isInstanceOf(RuntimeClosedException.class);
    }
    Descriptors.assertBackAt(before);
  }

  @Test
  void bind_addressInUse_namesIt() {
    assertThatThrownBy(() -> loop.run(UdpSocket.bind(server.localAddress(), UdpOptions.defaults())))
        .isInstanceOf(BindException.class)
        .hasMessageStartingWith("127.0.0.1:" + server.localAddress().getPort() + ": ");
  }

  @Test
  void openings_thatFail_leaveNoDescriptor() throws Exception {
    int before = Descriptors.count();
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(
              () -> loop.run(UdpSocket.bind(server.localAddress(), UdpOptions.defaults())))
          .isInstanceOf(IOException.class);
    }
    Descriptors.assertBackAt(before);
  }

  @Test
  void reusePort_ofTwoSockets_sharesTheAddressAndTheSenders() throws Exception {
    UdpOptions shared = UdpOptions.defaults().reusePort(true);
    UdpSocket first = loop.run(UdpSocket.bind(new InetSocketAddress("127.0.0.1", 0), shared));
    UdpSocket second = loop.run(UdpSocket.bind(first.localAddress(), shared));
    DriverLoop.Task<InetSocketAddress> one = loop.spawn(first.recvFrom(ByteBuffer.allocate(9)));
    DriverLoop.Task<InetSocketAddress> other = loop.spawn(second.recvFrom(ByteBuffer.allocate(9)));
    while (!one.isDone() || !other.isDone()) { // the system picks one by the sender's address
      UdpSocket sender = loop.run(UdpSocket.connect(first.localAddress(), UdpOptions.defaults()));
      loop.run(sender.send(bytes("x")));
      loop.settle();
    }
    assertThat(loop.join(one)).isNotEqualTo(loop.join(other));
    assertThatThrownBy(() -> loop.run(UdpSocket.bind(first.localAddress(), UdpOptions.defaults())))
        .isInstanceOf(SocketException.class);
  }

  @Test
  void broadcast_withoutTheOption_isRefusedAndWithItSent() throws Exception {
    var everybody = new InetSocketAddress("127.255.255.255", server.localAddress().getPort());
    UdpSocket shy = loop.run(UdpSocket.bind("127.0.0.1", 0));
    assertThatThrownBy(() -> loop.run(shy.sendTo(bytes("x"), everybody)))
        .isInstanceOf(SocketException.class)
        .hasMessageStartingWith("127.255.255.255:");
    UdpSocket loud =
        loop.run(
            UdpSocket.bind(
                new InetSocketAddress("127.0.0.1", 0), UdpOptions.defaults().broadcast(true)));
    assertThat(loop.run(loud.sendTo(bytes("x"), everybody))).isEqualTo(1);
  }

  @Test
  void multicast_arrivesWhileAMemberOnly() throws Exception {
    NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
    InetAddress group = InetAddress.ofLiteral(GROUP);
    UdpSocket member =
        loop.run(
            UdpSocket.bind(
                new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 0),
                UdpOptions.defaults().reuseAddress(true)));
    UdpSocket sender =
        loop.run(
            UdpSocket.bind(
                new InetSocketAddress("127.0.0.1", 0),
                UdpOptions.defaults()
                    .multicastInterface(loopback)
                    .multicastTtl(0)
                    .multicastLoop(true)));
    var there = new InetSocketAddress(group, member.localAddress().getPort());
    member.joinMulticast(group, loopback);
    loop.run(sender.sendTo(bytes("in"), there));
    ByteBuffer buffer = ByteBuffer.allocate(10);
    loop.run(member.recv(buffer));
    assertThat(text(buffer)).isEqualTo("in");
    assertThat(member.leaveMulticast(group, loopback)).isTrue();
    assertThat(member.leaveMulticast(group, loopback)).isFalse();
    loop.run(sender.sendTo(bytes("out"), there));
    loop.run(
        sender.sendTo(
            bytes("direct"), new InetSocketAddress("127.0.0.1", member.localAddress().getPort())));
    loop.run(member.recv(buffer.clear()));
    assertThat(text(buffer)).isEqualTo("direct");
  }

  @Test
  void multicast_ofOneSource_isJoinedAndLeft() throws Exception {
    NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
    InetAddress group = InetAddress.ofLiteral(GROUP);
    InetAddress source = InetAddress.ofLiteral("127.0.0.1");
    server.joinMulticast(group, loopback, source);
    assertThat(server.leaveMulticast(group, loopback)).isFalse();
    assertThat(server.leaveMulticast(group, loopback, source)).isTrue();
  }

  @Test
  void arguments_outOfRange_areNamed() throws Exception {
    NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
    assertThatThrownBy(() -> server.joinMulticast(InetAddress.ofLiteral("127.0.0.1"), loopback))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("127.0.0.1");
    assertThatThrownBy(() -> server.recvMany(0)).hasMessageContaining("maxCount is 0");
    assertThatThrownBy(() -> server.recvMany(1025)).hasMessageContaining("1025");
    assertThatThrownBy(() -> UdpOptions.defaults().multicastTtl(256)).hasMessageContaining("256");
    assertThatThrownBy(() -> UdpOptions.defaults().receiveBuffer(0)).hasMessageContaining("0");
    assertThatThrownBy(
            () -> server.sendTo(bytes("x"), InetSocketAddress.createUnresolved("weft", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("weft:1");
  }

  @Test
  void send_withoutOrWithAnotherPeer_saysWhatToDo() throws Exception {
    assertThatThrownBy(() -> server.send(bytes("x")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("sendTo");
    UdpSocket client = client();
    assertThat(loop.run(client.sendTo(bytes("x"), server.localAddress()))).isEqualTo(1);
    assertThatThrownBy(() -> client.sendTo(bytes("x"), client.localAddress()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("connected");
  }

  @Test
  void options_areSetBeforeAndAfterBinding() throws Exception {
    UdpSocket socket =
        loop.run(
            UdpSocket.bind(
                new InetSocketAddress("127.0.0.1", 0),
                UdpOptions.defaults().multicastTtl(7).sendBuffer(32 * 1024)));
    assertThat(socket.option(StandardSocketOptions.IP_MULTICAST_TTL)).isEqualTo(7);
    socket.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 9);
    assertThat(socket.option(StandardSocketOptions.IP_MULTICAST_TTL)).isEqualTo(9);
    assertThat(socket.option(StandardSocketOptions.SO_SNDBUF)).isGreaterThanOrEqualTo(32 * 1024);
    socket.setOption(StandardSocketOptions.IP_MULTICAST_IF, loopback());
    assertThat(socket.option(StandardSocketOptions.IP_MULTICAST_IF)).isEqualTo(loopback());
    assertThat(socket.option(StandardSocketOptions.IP_MULTICAST_LOOP)).isTrue();
    socket.setOption(StandardSocketOptions.IP_TOS, 8);
    assertThat(socket.option(StandardSocketOptions.IP_TOS)).isEqualTo(8);
    assertThatThrownBy(() -> socket.option(StandardSocketOptions.TCP_NODELAY))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> socket.setOption(StandardSocketOptions.SO_LINGER, 1))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
