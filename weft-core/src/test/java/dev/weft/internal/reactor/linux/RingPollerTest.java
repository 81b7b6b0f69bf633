package dev.weft.internal.reactor.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIf("dev.weft.testkit.Drivers#haveRings")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RingPollerTest {

  private static final long FOREVER = Long.MAX_VALUE;

  private final Kernel kernel = Kernels.real();
  private final List<Socket> peers = new ArrayList<>();
  private RingPoller poller;
  private LinuxDriver driver;
  private TestServices services;

  private void open(boolean singleIssuer, int buffers) {
    var provider =
        new LinuxProvider(
            kernel,
            Weft.Driver.IO_URING,
            "test",
            () -> {
              poller = RingPoller.open(kernel, singleIssuer, 64, 256, buffers);
              return poller;
            });
    driver = (LinuxDriver) provider.open();
    services = new TestServices(new ManualClock()).driver(driver).sockets(provider);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void event_whileNoTurnEverWaits_isReported(boolean singleIssuer) throws Exception {
    open(singleIssuer, 8);
    var task = new TestTask(services);
    ListenSocket listener =
        services
            .sockets()
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8, Map.of(), task);
    assertThat(listener.accept(task)).isNull();
    driver.turn(0);
    InetSocketAddress address = listener.localAddress();
    peers.add(new Socket(address.getAddress(), address.getPort()));
    int turns = 0;
    while (task.wakes() == 0 && turns < 1_000_000) {
      driver.turn(0);
      turns++;
    }
    assertThat(task.wakes()).as("wakes after %d turns", turns).isPositive();
    assertThat(listener.accept(task)).isNotNull();
    listener.close();
  }

  @AfterEach
  void closePeers() throws IOException {
    for (Socket peer : peers) {
      peer.close();
    }
    if (driver != null) {
      driver.close();
    }
  }

  @Test
  void buffers_ofSocketsClosedWithUnreadBytes_areTheKernelsAgain() throws Exception {
    open(false, 64);
    for (int round = 0; round < 300; round++) {
      StreamSocket socket = connect();
      var task = new TestTask(services);
      assertThat(socket.read(ByteBuffer.allocate(8), task)).isEqualTo(StreamSocket.PENDING);
      driver.turn(0);
      Socket peer = peers.removeLast();
      peer.getOutputStream().write(new byte[100]);
      if (round % 3 != 0) {
        driver.turn(FOREVER);
      }
      if (round % 3 == 2) {
        assertThat(socket.read(ByteBuffer.allocate(8), task)).isEqualTo(8);
      }
      socket.close();
      peer.close();
      driver.turn(0);
    }
    turnUntilReleased();
    assertThat(poller.buffersTaken()).isZero();
  }

  private void turnUntilReleased() throws IOException {
    for (int turns = 0; driver.sources() > 0 && turns < 1000; turns++) {
      driver.turn(1_000_000);
    }
    assertThat(driver.sources()).isZero();
  }

  @Test
  void slowReaders_thatHoldAllBuffers_keepNobodyElseWaiting() throws Exception {
    open(false, 2);
    List<StreamSocket> sockets = new ArrayList<>();
    List<TestTask> tasks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      StreamSocket socket = connect();
      var task = new TestTask(services);
      assertThat(socket.read(ByteBuffer.allocate(8), task)).isEqualTo(StreamSocket.PENDING);
      sockets.add(socket);
      tasks.add(task);
    }
    driver.turn(0);
    for (Socket peer : peers) {
      peer.getOutputStream().write(new byte[5]);
    }
    // From the last to the first, of which some hold the buffers.
    for (int i = sockets.size() - 1; i >= 0; i--) {
      ByteBuffer target = ByteBuffer.allocate(8);
      while (sockets.get(i).read(target, tasks.get(i)) == StreamSocket.PENDING) {
        driver.turn(FOREVER);
      }
      assertThat(target.position()).isEqualTo(5);
    }
    assertThat(poller.buffersTaken()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void largeMessages_areReadIntoTheReadersBufferAndSmallOnesReceivedAgain(boolean singleIssuer)
      throws Exception {
    open(singleIssuer, 64);
    StreamSocket socket = connect();
    var task = new TestTask(services);
    Socket peer = peers.getLast();
    ByteBuffer target = ByteBuffer.allocateDirect(20_000);
    assertThat(socket.read(target, task)).isEqualTo(StreamSocket.PENDING);
    driver.turn(0);

    for (int round = 0; round < 5; round++) {
      exchange(peer, socket, new byte[16_000], target, task);
    }
    peer.getOutputStream().write(new byte[16_000]);
    driver.turn(FOREVER);
    assertThat(poller.buffersTaken()).as("large: the kernel only tells").isZero();
    assertThat(readAll(socket, 16_000, target, task)).isEqualTo(16_000);

    for (int round = 0; round < 40; round++) {
      exchange(peer, socket, new byte[100], target, task);
    }
    peer.getOutputStream().write(new byte[100]);
    driver.turn(FOREVER);
    assertThat(poller.buffersTaken()).as("small: the kernel receives").isOne();
    assertThat(readAll(socket, 100, target, task)).isEqualTo(100);
    assertThat(poller.buffersTaken()).isZero();
    socket.close();
    turnUntilReleased();
  }

  /** Sends a message, reads all of it, and waits for the next one. */
  private void exchange(
      Socket peer, StreamSocket socket, byte[] message, ByteBuffer target, TestTask task)
      throws Exception {
    peer.getOutputStream().write(message);
    assertThat(readAll(socket, message.length, target, task)).isEqualTo(message.length);
    assertThat(socket.read(target, task)).isEqualTo(StreamSocket.PENDING);
    driver.turn(0);
    assertThat(socket.read(target, task)).isEqualTo(StreamSocket.PENDING);
    driver.turn(0); // carries out what the last wait has ordered
  }

  private int readAll(StreamSocket socket, int due, ByteBuffer target, TestTask task)
      throws Exception {
    target.clear();
    while (target.position() < due) {
      int count = socket.read(target, task);
      if (count == StreamSocket.PENDING) {
        driver.turn(FOREVER);
      } else {
        assertThat(count).isPositive();
      }
    }
    int read = target.position();
    target.clear();
    return read;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void close_withRequestsUnderWay_givesAllDescriptorsBack(boolean singleIssuer) throws Exception {
    open(singleIssuer, 64);
    connect().close();
    driver.close();
    int base = descriptors();
    open(singleIssuer, 64);
    for (int i = 0; i < 200; i++) {
      StreamSocket socket = connect();
      assertThat(socket.read(ByteBuffer.allocate(8), new TestTask(services)))
          .isEqualTo(StreamSocket.PENDING);
      if (i % 2 == 0) {
        driver.turn(0);
      }
    }
    driver.close();
    for (Socket peer : peers) {
      assertThat(peer.getInputStream().read()).isEqualTo(-1);
      peer.close();
    }
    peers.clear();
    assertThat(descriptors()).isLessThanOrEqualTo(base);
    assertThat(poller.held()).isZero();
  }

  @Test
  void close_rightAfterTheOpening_isQuick() throws Exception {
    open(false, 64);
    StreamSocket socket = connect();
    assertThat(socket.read(ByteBuffer.allocate(8), new TestTask(services)))
        .isEqualTo(StreamSocket.PENDING);
    long before = System.nanoTime();
    driver.close();
    assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(5));
  }

  @Test
  void requests_ofAThreadThatHasEnded_areMadeAgain() throws Exception {
    open(false, 64);
    StreamSocket socket = connect();
    var task = new TestTask(services);
    assertThat(socket.read(ByteBuffer.allocate(8), task)).isEqualTo(StreamSocket.PENDING);
    Thread first =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    driver.turn(0);
                  } catch (IOException failure) {
                    throw new AssertionError(failure);
                  }
                });
    first.join();
    for (int i = 0; i < 3; i++) {
      peers.getLast().getOutputStream().write(1);
      ByteBuffer target = ByteBuffer.allocate(8);
      while (socket.read(target, task) == StreamSocket.PENDING) {
        driver.turn(FOREVER);
      }
      assertThat(target.position()).isEqualTo(1);
    }
  }

  @Test
  void singleIssuer_closedByAnotherThread_givesAllBack() throws Exception {
    open(true, 64);
    Thread owner =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    StreamSocket socket = connect();
                    var task = new TestTask(services);
                    ByteBuffer target = ByteBuffer.allocate(8);
                    socket.read(target, task);
                    driver.turn(0);
                    peers.getLast().getOutputStream().write(7);
                    while (socket.read(target, task) == StreamSocket.PENDING) {
                      driver.turn(FOREVER);
                    }
                    socket.read(target, task);
                    driver.turn(0);
                  } catch (IOException failure) {
                    throw new AssertionError(failure);
                  }
                });
    owner.join();
    driver.close();
    assertThat(peers.getLast().getInputStream().read()).isEqualTo(-1);
    assertThat(poller.held()).isZero();
  }

  @Test
  void buffer_givenBackTwice_isFoundOut() throws Exception {
    Ring ring = Ring.open(kernel, 4, 8, Ring.COOP_TASKRUN);
    try {
      var buffers = new BufferRing(ring, 2, 4096);
      assertThatThrownBy(() -> buffers.give(1)).isInstanceOf(AssertionError.class);
    } finally {
      ring.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Errno.EPERM, Errno.ENOSYS, Errno.EINVAL})
  void probe_whereTheSystemForbidsRings_saysWhy(int error) {
    var forbidding =
        new ForwardingKernel(kernel) {
          @Override
          public int ringSetup(int entries, long paramsAddress) {
            return -error;
          }
        };
    assertThatThrownBy(() -> RingPoller.probe(forbidding))
        .isInstanceOf(IOException.class)
        .hasMessage("io_uring_setup: " + Errno.text(error));
  }

  @Test
  void probe_withoutMemoryToMap_leavesNothingOpen() {
    var poor =
        new ForwardingKernel(kernel) {
          @Override
          public long map(int fd, long offset, long bytes) {
            return offset == 0 ? super.map(fd, offset, bytes) : -12; // ENOMEM
          }
        };
    int base = descriptors();
    assertThatThrownBy(() -> RingPoller.probe(poor)).hasMessageContaining("Cannot allocate memory");
    assertThat(descriptors()).isLessThanOrEqualTo(base);
  }

  private static int descriptors() {
    String[] names = new File("/proc/self/fd").list();
    return names == null ? 0 : names.length;
  }

  private StreamSocket connect() throws IOException {
    var task = new TestTask(services);
    ListenSocket listener =
        services
            .sockets()
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8, Map.of(), task);
    var peer = new Socket();
    peers.add(peer);
    peer.connect(listener.localAddress());
    StreamSocket socket = listener.accept(task);
    listener.close();
    return socket;
  }
}
