package dev.weft.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.io.SocketClosedException;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.DriverLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
class UdpBatchTest {

  @Parameter DriverCase driver;

  private DriverLoop loop;
  private int base;
  private UdpSocket server;
  private UdpSocket client;

  @BeforeEach
  void open() throws Exception {
    base = Descriptors.baseline();
    loop = new DriverLoop(driver.provider());
    server = loop.run(UdpSocket.bind("127.0.0.1", 0));
    client = loop.run(UdpSocket.bind("127.0.0.1", 0));
  }

  @AfterEach
  void close() {
    loop.close();
    Descriptors.assertBackAt(base);
  }

  private Datagram toServer(String text) {
    return new Datagram(server.localAddress(), ByteBuffer.wrap(text.getBytes(US_ASCII)));
  }

  private List<Datagram> numbered(int count) {
    return IntStream.range(0, count).mapToObj(i -> toServer("number " + i)).toList();
  }

  private static String text(Datagram got) {
    return US_ASCII.decode(got.data().duplicate()).toString();
  }

  /** So many, in as many receives as it takes. */
  private List<String> texts(UdpSocket socket, int count) throws Exception {
    var all = new ArrayList<String>();
    while (all.size() < count) {
      for (Datagram got : loop.run(socket.recvMany(count - all.size()))) {
        all.add(text(got));
      }
    }
    return all;
  }

  private void assertNothingThere(UdpSocket socket) throws Exception {
    var receiving = loop.spawn(socket.recvMany(1));
    loop.settle();
    assertThat(receiving.isDone()).isFalse();
    receiving.cancel();
  }

  @Test
  void many_sentAndReceived_arriveInOrder() throws Exception {
    List<Datagram> all = numbered(100); // several system calls
    assertThat(loop.run(client.sendMany(all))).isEqualTo(100);
    assertThat(all).allMatch(sent -> !sent.data().hasRemaining());
    assertThat(texts(server, 100))
        .isEqualTo(numbered(100).stream().map(UdpBatchTest::text).toList());
    assertNothingThere(server);
  }

  @Test
  void many_receivedAndSentBack_reachTheirSenders() throws Exception {
    UdpSocket other = loop.run(UdpSocket.bind("127.0.0.1", 0));
    loop.run(client.sendMany(List.of(toServer("a"), toServer("b"))));
    loop.run(other.sendMany(List.of(toServer("c"))));
    for (int echoed = 0; echoed < 3; ) {
      echoed += loop.run(server.sendMany(loop.run(server.recvMany(16))));
    }
    assertThat(texts(client, 2)).containsExactly("a", "b");
    assertThat(texts(other, 1)).containsExactly("c");
  }

  @Test
  void recvMany_withFewerThere_takesThoseAndWithMoreLeavesTheRest() throws Exception {
    loop.run(client.sendMany(numbered(20)));
    assertThat(texts(server, 17)).hasSize(17).endsWith("number 16");
    assertThat(texts(server, 3)).containsExactly("number 17", "number 18", "number 19");
    loop.run(client.sendMany(numbered(3)));
    List<Datagram> got = loop.run(server.recvMany(1024));
    assertThat(got)
        .hasSizeBetween(1, 3)
        .extracting(Datagram::sender)
        .contains(client.localAddress());
    assertThat(texts(server, 3 - got.size())).hasSize(3 - got.size());
  }

  @Test
  void recvMany_ofTheLargest_givesEachWhole() throws Exception {
    server.setOption(StandardSocketOptions.SO_RCVBUF, 1 << 20);
    List<Datagram> large = new ArrayList<>();
    for (byte i = 0; i < 2; i++) {
      byte[] bytes = new byte[65_507];
      bytes[65_506] = i;
      large.add(new Datagram(server.localAddress(), ByteBuffer.wrap(bytes)));
    }
    loop.run(client.sendMany(large));
    List<Datagram> got = new ArrayList<>();
    while (got.size() < 2) {
      got.addAll(loop.run(server.recvMany(2)));
    }
    assertThat(got).allMatch(each -> each.data().remaining() == 65_507);
    assertThat(got).extracting(each -> each.data().get(65_506)).containsExactly((byte) 0, (byte) 1);
  }

  @Test
  void recvMany_behindADatagramThatWasCutShort_givesTheNextWhole() throws Exception {
    loop.run(client.sendMany(List.of(toServer("0123456789"), toServer("next"), toServer("last"))));
    ByteBuffer small = ByteBuffer.allocate(4);
    assertThat(loop.run(server.recv(small))).isEqualTo(4);
    assertThat(texts(server, 2)).containsExactly("next", "last");
  }

  @Test
  void sendMany_ofDirectAndPartlyTakenBuffers_sendsWhatRemains() throws Exception {
    ByteBuffer direct = ByteBuffer.allocateDirect(10).put("..direct..".getBytes(US_ASCII));
    Datagram first = new Datagram(server.localAddress(), direct.position(2).limit(8));
    Datagram second = toServer("--heap");
    second.data().position(2);
    loop.run(client.sendMany(List.of(first, second)));
    assertThat(direct.position()).isEqualTo(8);
    assertThat(texts(server, 2)).containsExactly("direct", "heap");
  }

  @Test
  void sendMany_withEmptyOnes_sendsThemToo() throws Exception {
    assertThat(loop.run(client.sendMany(List.of()))).isZero();
    loop.run(client.sendMany(List.of(toServer(""), toServer("x"), toServer(""))));
    assertThat(texts(server, 3)).containsExactly("", "x", "");
  }

  @Test
  void sendMany_ofAConnectedSocket_reachesItsPeer() throws Exception {
    UdpSocket connected = loop.run(UdpSocket.connect(server.localAddress(), UdpOptions.defaults()));
    loop.run(connected.sendMany(numbered(3)));
    assertThat(texts(server, 3)).containsExactly("number 0", "number 1", "number 2");
    var elsewhere =
        List.of(toServer("x"), new Datagram(client.localAddress(), ByteBuffer.allocate(1)));
    assertThatThrownBy(() -> connected.sendMany(elsewhere))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("connected");
    assertNothingThere(server);
  }

  @Test
  void sendMany_withOneThatIsTooLarge_sendsThoseBeforeItAndNoneBehind() throws Exception {
    for (int size : new int[] {65_508, 100_000}) {
      Datagram large = new Datagram(server.localAddress(), ByteBuffer.allocate(size));
      List<Datagram> all = List.of(toServer("a"), toServer("b"), large, toServer("never"));
      assertThatThrownBy(() -> loop.run(client.sendMany(all)))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("127.0.0.1:" + server.localAddress().getPort());
      assertThat(all).extracting(each -> each.data().remaining()).containsExactly(0, 0, size, 5);
      assertThat(texts(server, 2)).containsExactly("a", "b");
      assertNothingThere(server);
    }
  }

  @Test
  void sendMany_withOneToTheOtherFamily_sendsThoseBeforeIt() throws Exception {
    var six = new InetSocketAddress("::1", server.localAddress().getPort());
    List<Datagram> all =
        List.of(toServer("a"), new Datagram(six, ByteBuffer.allocate(1)), toServer("never"));
    assertThatThrownBy(() -> loop.run(client.sendMany(all)))
        .isInstanceOf(SocketException.class)
        .hasMessageStartingWith("[0:0:0:0:0:0:0:1]:")
        .hasMessageContaining("IPv6");
    assertThat(texts(server, 1)).containsExactly("a");
    assertNothingThere(server);
  }

  @Test
  void sendMany_toAnUnresolvedAddress_sendsNone() throws Exception {
    var nowhere = InetSocketAddress.createUnresolved("weft.example", 1);
    var all = List.of(toServer("x"), new Datagram(nowhere, ByteBuffer.allocate(1)));
    assertThatThrownBy(() -> client.sendMany(all))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("weft.example");
    assertNothingThere(server);
  }

  @Test
  void many_betweenTheFamilies_haveAddressesOfIpv4() throws Exception {
    assumeTrue(NetworkInterface.getByInetAddress(InetAddress.ofLiteral("::1")) != null);
    UdpSocket both = loop.run(UdpSocket.bind("::", 0));
    loop.run(both.sendMany(List.of(toServer("x"), toServer("y"))));
    assertThat(texts(server, 2)).containsExactly("x", "y");
    var there = new InetSocketAddress("127.0.0.1", both.localAddress().getPort());
    loop.run(server.sendMany(List.of(new Datagram(there, ByteBuffer.allocate(1)))));
    assertThat(loop.run(both.recvMany(9)))
        .extracting(Datagram::sender)
        .containsExactly(server.localAddress());
  }

  @Test
  void recvMany_ofAPeerThatIsGone_failsWithItsAddress() throws Exception {
    UdpSocket connected = loop.run(UdpSocket.connect(server.localAddress(), UdpOptions.defaults()));
    InetSocketAddress gone = server.localAddress();
    loop.run(server.closeAsync());
    loop.run(connected.send(ByteBuffer.allocate(1)));
    assertThatThrownBy(() -> loop.run(connected.recvMany(8)))
        .isInstanceOf(PortUnreachableException.class)
        .hasMessageStartingWith("127.0.0.1:" + gone.getPort());
  }

  @Test
  void recvMany_cancelledWhilePending_losesNothing() throws Exception {
    var receiving = loop.spawn(server.recvMany(8));
    loop.settle();
    assertThat(receiving.cancel()).isTrue();
    loop.run(client.sendMany(numbered(2)));
    loop.settle();
    assertThat(texts(server, 2)).containsExactly("number 0", "number 1");
  }

  @Test
  void close_whileWaitingForMany_wakesTheReceiverAndRefusesToSend() throws Exception {
    var receiving = loop.spawn(server.recvMany(8));
    loop.settle();
    loop.run(server.closeAsync());
    assertThatThrownBy(() -> loop.join(receiving)).isInstanceOf(SocketClosedException.class);
    assertThatThrownBy(() -> loop.run(server.sendMany(numbered(2))))
        .isInstanceOf(SocketClosedException.class);
  }
}
