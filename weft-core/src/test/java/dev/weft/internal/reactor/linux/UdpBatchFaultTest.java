package dev.weft.internal.reactor.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.net.Datagram;
import dev.weft.net.UdpSocket;
import dev.weft.testkit.DriverLoop;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** What batches of datagrams do when the system takes or gives some of one and then refuses. */
@EnabledIf("dev.weft.testkit.Drivers#haveEpoll")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class UdpBatchFaultTest {

  private static final int ECONNREFUSED = 111;

  private final StingyKernel kernel = new StingyKernel();
  private DriverLoop loop;
  private UdpSocket server;
  private UdpSocket client;

  @BeforeEach
  void open() throws Exception {
    loop = new DriverLoop(LinuxProvider.epoll(kernel, "test"));
    server = loop.run(UdpSocket.bind("127.0.0.1", 0));
    client = loop.run(UdpSocket.bind("127.0.0.1", 0));
  }

  @AfterEach
  void close() {
    loop.close();
  }

  private List<Datagram> datagrams(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Datagram(server.localAddress(), ByteBuffer.allocate(10 + i)))
        .toList();
  }

  @Test
  void sendMany_cancelledHalfWay_hasSentWhatTheBuffersShow() throws Exception {
    List<Datagram> all = datagrams(20);
    kernel.error = Errno.EAGAIN;
    kernel.allowed = 18; // a whole call and a part of one
    var sending = loop.spawn(client.sendMany(all));
    loop.settle();
    assertThat(sending.isDone()).isFalse();
    assertThat(sending.cancel()).isTrue();
    assertThat(all.subList(0, 18)).allMatch(each -> !each.data().hasRemaining());
    assertThat(all.subList(18, 20)).allMatch(each -> each.data().position() == 0);
    kernel.allowed = 100;
    assertThat(loop.run(server.recvMany(1024))).hasSize(18);
  }

  @Test
  void sendMany_refusedHalfWay_failsWithTheAddressOfTheOneThatWasRefused() throws Exception {
    List<Datagram> all = datagrams(20);
    kernel.error = ECONNREFUSED;
    kernel.allowed = 17;
    assertThatThrownBy(() -> loop.run(client.sendMany(all)))
        .isInstanceOf(PortUnreachableException.class)
        .hasMessageStartingWith("127.0.0.1:" + server.localAddress().getPort());
    assertThat(all.get(16).data().hasRemaining()).isFalse();
    assertThat(all.get(17).data().position()).isZero();
    kernel.allowed = 100;
    assertThat(loop.run(server.recvMany(1024))).hasSize(17);
  }

  @Test
  void recvMany_refusedBehindSome_returnsThose() throws Exception {
    loop.run(client.sendMany(datagrams(20)));
    kernel.error = ECONNREFUSED;
    kernel.allowed = 16;
    assertThat(loop.run(server.recvMany(20))).hasSize(16);
    kernel.allowed = 4;
    assertThat(loop.run(server.recvMany(20))).hasSize(4);
    assertThatThrownBy(() -> loop.run(server.recvMany(20)))
        .isInstanceOf(PortUnreachableException.class);
  }

  @Test
  void many_atOnce_takeOneCallForSixteen() throws Exception {
    loop.run(client.sendMany(datagrams(32)));
    assertThat(kernel.calls).isEqualTo(2);
    assertThat(loop.run(server.recvMany(33))).hasSize(32);
    assertThat(kernel.calls).isEqualTo(5); // the third finds that there is no more
  }

  /** Moves as many datagrams as it is allowed, and then answers with an error. */
  private static final class StingyKernel extends ForwardingKernel {
    int allowed = Integer.MAX_VALUE;
    int error;
    int calls;

    StingyKernel() {
      super(Kernels.real());
    }

    @Override
    public int receiveMany(int fd, long headersAddress, int count) {
      calls++;
      return allowed == 0
          ? -error
          : spend(super.receiveMany(fd, headersAddress, Math.min(count, allowed)));
    }

    @Override
    public int sendMany(int fd, long headersAddress, int count) {
      calls++;
      return allowed == 0
          ? -error
          : spend(super.sendMany(fd, headersAddress, Math.min(count, allowed)));
    }

    private int spend(int moved) {
      allowed -= Math.max(moved, 0);
      return moved;
    }
  }
}
