package dev.weft.internal.reactor.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.io.SocketClosedException;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("dev.weft.testkit.Drivers#haveEpoll")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EpollFaultTest {

  private final FailingKernel kernel = new FailingKernel();
  private final LinuxProvider provider = LinuxProvider.epoll(kernel, "test");
  private final LinuxDriver driver = (LinuxDriver) provider.open();
  private final TestServices services =
      new TestServices(new ManualClock()).driver(driver).sockets(provider);
  private final TestTask task = new TestTask(services);

  @AfterEach
  void close_givesAllDescriptorsBack() {
    driver.close();
    assertThat(kernel.open).isEmpty();
    assertThat(driver.sources()).isZero();
  }

  @Test
  void accept_withoutDescriptors_saysSoAndThenWorks() throws Exception {
    ListenSocket listener = listen();
    try (var peer = new Socket()) {
      peer.connect(listener.localAddress());
      kernel.acceptError = Errno.EMFILE;
      assertThatThrownBy(() -> listener.accept(task))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("127.0.0.1:" + listener.localAddress().getPort())
          .hasMessageContaining("Too many open files");
      kernel.acceptError = 0;
      assertThat(listener.accept(task)).isNotNull();
    }
  }

  @Test
  void read_whenTheSystemRefusesToWatchTheSocket_failsAndCanBeTriedAgain() throws Exception {
    ListenSocket listener = listen();
    kernel.addError = 28; // ENOSPC, too many watches
    assertThatThrownBy(() -> listener.accept(task))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("epoll_ctl");
    assertThat(driver.sources()).isZero();
    kernel.addError = 0;
    assertThat(listener.accept(task)).isNull();
    assertThat(driver.sources()).isEqualTo(1);
  }

  @Test
  void epoll_thatCannotBeOpened_failsTheFirstWaitAndLeaksNothing() throws Exception {
    ListenSocket listener = listen();
    Set<Integer> before = new HashSet<>(kernel.open);
    kernel.eventfdError = Errno.EMFILE;
    assertThatThrownBy(() -> listener.accept(task))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("eventfd2")
        .hasMessageContaining("Too many open files");
    assertThat(kernel.open).isEqualTo(before);
    kernel.eventfdError = 0;
    assertThat(listener.accept(task)).isNull();
  }

  @Test
  void timeout_onAKernelWithoutNanoseconds_isKeptByATimer() throws Exception {
    kernel.withoutNanos = true;
    listen().accept(task);
    for (int round = 0; round < 20; round++) {
      long nanos = 300_000 + round * 50_000L;
      long before = System.nanoTime();
      assertThat(driver.turn(nanos)).isZero();
      if (kernel.waited != -Errno.EINTR) { // the system may interrupt any call
        assertThat(System.nanoTime() - before)
            .as("time until epoll_wait gave %s", kernel.waited)
            .isGreaterThanOrEqualTo(nanos);
      }
    }
  }

  @Test
  void timer_thatWasOvertakenByAnEvent_disturbsNoLaterWait() throws Exception {
    kernel.withoutNanos = true;
    ListenSocket listener = listen();
    listener.accept(task);
    try (var peer = new Socket()) {
      peer.connect(listener.localAddress());
      assertThat(driver.turn(50_000_000)).isEqualTo(1);
      driver.wakeup();
      assertThat(driver.turn(Long.MAX_VALUE)).isZero();
      assertThat(driver.turn(1_000_000)).isZero();
    }
  }

  @Test
  void socket_closedDuringACall_keepsItsDescriptorUntilTheCallEnds() throws Exception {
    ListenSocket listener = listen();
    try (var peer = new Socket()) {
      peer.connect(listener.localAddress());
      StreamSocket socket = listener.accept(task);
      var inCall = new CountDownLatch(1);
      kernel.mayGoOn = new CountDownLatch(1);
      kernel.inCall = inCall;
      var thrown = new AtomicReference<Throwable>();
      Thread reader =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      socket.read(ByteBuffer.allocate(8), task);
                    } catch (Throwable failure) {
                      thrown.set(failure);
                    }
                  });
      inCall.await();
      Set<Integer> before = new HashSet<>(kernel.open);
      socket.close();
      assertThat(kernel.open).isEqualTo(before);
      kernel.mayGoOn.countDown();
      reader.join();
      assertThat(kernel.open).hasSize(before.size() - 1);
      assertThat(thrown.get()).isInstanceOf(SocketClosedException.class);
    }
  }

  @Test
  void listener_closedDuringACall_isReleasedWhenTheCallEnds() throws Exception {
    ListenSocket listener = listen();
    var inCall = new CountDownLatch(1);
    kernel.mayGoOn = new CountDownLatch(1);
    kernel.inCall = inCall;
    Thread accepter =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    listener.accept(new TestTask(services));
                  } catch (IOException closed) {
                    // As it should be.
                  }
                });
    inCall.await();
    listener.close();
    assertThat(listener.isReleased(task)).isFalse();
    kernel.mayGoOn.countDown();
    accepter.join();
    Eventually.until("the release is told", () -> task.wakes() == 1);
    assertThat(listener.isReleased(task)).isTrue();
  }

  private ListenSocket listen() throws IOException {
    return provider.listen(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8, Map.of(), task);
  }

  /** Fails when it is told to, and knows which descriptors are open. */
  private static final class FailingKernel extends ForwardingKernel {
    final Set<Integer> open = ConcurrentHashMap.newKeySet();
    volatile int acceptError;
    volatile int addError;
    volatile int eventfdError;
    volatile boolean withoutNanos;
    volatile int waited;
    volatile CountDownLatch inCall;
    volatile CountDownLatch mayGoOn;

    FailingKernel() {
      super(Kernels.real());
    }

    private int opened(int fd) {
      if (fd >= 0) {
        open.add(fd);
      }
      return fd;
    }

    private void stopInCall() {
      CountDownLatch here = inCall;
      if (here != null) {
        inCall = null;
        here.countDown();
        try {
          mayGoOn.await();
        } catch (InterruptedException stopped) {
          throw new AssertionError(stopped);
        }
      }
    }

    @Override
    public int socket(int family, int type, int protocol) {
      return opened(super.socket(family, type, protocol));
    }

    @Override
    public int accept(int fd, long address, long lengthAddress, int flags) {
      stopInCall();
      return acceptError == 0
          ? opened(super.accept(fd, address, lengthAddress, flags))
          : -acceptError;
    }

    @Override
    public long receive(int fd, long address, int length, int flags) {
      stopInCall();
      return super.receive(fd, address, length, flags);
    }

    @Override
    public int close(int fd) {
      open.remove(fd);
      return super.close(fd);
    }

    @Override
    public int epollCreate() {
      return opened(super.epollCreate());
    }

    @Override
    public int epollAdd(int epoll, int fd, long eventAddress) {
      return addError == 0 ? super.epollAdd(epoll, fd, eventAddress) : -addError;
    }

    @Override
    public int epollWait(int epoll, long eventsAddress, int most, int timeoutMillis) {
      waited = super.epollWait(epoll, eventsAddress, most, timeoutMillis);
      return waited;
    }

    @Override
    public int epollWaitNanos(int epoll, long eventsAddress, int most, long timespecAddress) {
      return withoutNanos
          ? -Errno.ENOSYS
          : super.epollWaitNanos(epoll, eventsAddress, most, timespecAddress);
    }

    @Override
    public int eventfd(boolean blocking) {
      return eventfdError == 0 ? opened(super.eventfd(blocking)) : -eventfdError;
    }

    @Override
    public int timerfd() {
      return opened(super.timerfd());
    }
  }
}
