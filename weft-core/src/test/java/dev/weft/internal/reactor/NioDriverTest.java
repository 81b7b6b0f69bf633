package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.io.RuntimeClosedException;
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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NioDriverTest {

  private static final long FOREVER = Long.MAX_VALUE;

  private final NioProvider provider = new NioProvider("test");
  private final ByteBuffer buffer = ByteBuffer.allocate(64);
  private final List<AutoCloseable> opened = new ArrayList<>();
  private NioDriver driver;
  private TestServices services;

  @BeforeEach
  void open() throws IOException {
    driver = (NioDriver) provider.open();
    services = new TestServices(new ManualClock()).driver(driver).sockets(provider);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : opened) {
      one.close();
    }
    driver.close();
  }

  @Test
  void turn_withoutEvents_endsAtItsTimeout() throws IOException {
    long before = System.nanoTime();
    int events = driver.turn(Duration.ofMillis(2).toNanos());
    assertThat(events).isZero();
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(1_900_000);
  }

  @Test
  void wakeup_beforeTheTurn_endsIt() throws IOException {
    driver.wakeup();
    assertThat(driver.turn(FOREVER)).isZero();
  }

  @Test
  void wakeup_beforeATurnThatDoesNotWait_endsTheNextThatWaits() throws IOException {
    driver.wakeup();
    driver.turn(0);
    assertThat(driver.turn(FOREVER)).isZero();
  }

  @Test
  void wakeup_whileItWaits_endsIt() throws Exception {
    for (int round = 0; round < 100; round++) {
      Turner turner = turn();
      Eventually.until("the driver waits", driver::isWaiting);
      driver.wakeup();
      turner.join();
    }
  }

  @Test
  void wakeup_atAnyMoment_endsTheTurn() throws Exception {
    for (int round = 0; round < 200; round++) {
      Turner turner = turn();
      driver.wakeup();
      turner.join();
    }
  }

  @Test
  void wakeup_duringTheFirstWaitOfADriver_endsIt() throws Exception {
    for (int round = 0; round < 200; round++) {
      Turner turner = turn(); // opens its selector while it is woken
      driver.wakeup();
      turner.join();
      driver.close();
      open();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX) // selectors are counted by /proc
  void driver_withoutSocketsAndWaits_hasNoSelector() throws Exception {
    long before = selectors();
    assertThat(driver.turn(0)).isZero();
    assertThat(driver.sources()).isZero();
    driver.wakeup();
    assertThat(selectors()).isEqualTo(before);
    Pair pair = connect();
    assertThat(pair.socket.read(buffer, task())).isEqualTo(StreamSocket.PENDING);
    assertThat(selectors()).isEqualTo(before + 1);
    driver.close();
    assertThat(selectors()).isEqualTo(before);
  }

  private static long selectors() throws IOException {
    long count = 0;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : open) {
        if (Files.exists(each, LinkOption.NOFOLLOW_LINKS)
            && Files.readSymbolicLink(each).toString().contains("eventpoll")) {
          count++;
        }
      }
    }
    return count;
  }

  @Test
  void firstSockets_attachedByManyThreadsAtOnce_areAllHeard() throws Exception {
    for (int round = 0; round < 50; round++) {
      Pair first = connect();
      Pair second = connect();
      TestTask firstTask = task();
      TestTask secondTask = task();
      var answers = new AtomicReference<Throwable>();
      Thread other =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      first.socket.read(ByteBuffer.allocate(8), firstTask);
                    } catch (Throwable failure) {
                      answers.set(failure);
                    }
                  });
      assertThat(second.socket.read(buffer.clear(), secondTask)).isEqualTo(StreamSocket.PENDING);
      other.join();
      assertThat(answers.get()).isNull();
      assertThat(driver.sources()).isEqualTo(2);
      first.peer.getOutputStream().write(1);
      second.peer.getOutputStream().write(1);
      Turner turner = turnUntilStopped();
      firstTask.awaitWakes(1);
      secondTask.awaitWakes(1);
      turner.stop();
      first.close();
      second.close();
      driver.close();
      open();
    }
  }

  @Test
  void interest_setByAnotherThreadWhileTheDriverWaits_isSeen() throws Exception {
    for (int round = 0; round < 50; round++) {
      Pair pair = connect();
      var task = task();
      Turner turner = turnUntilStopped();
      if (round % 2 == 0) {
        Eventually.until("the driver waits", driver::isWaiting);
      }
      assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
      pair.peer.getOutputStream().write(1);
      task.awaitWakes(1);
      turner.stop();
      assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(1);
      pair.close();
    }
  }

  @Test
  void interest_turnedOffAndSetAgainWhileTheDriverWaits_isSeen() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
    for (int round = 1; round <= 50; round++) {
      pair.peer.getOutputStream().write(1);
      Turner turner = turnUntilStopped(); // It reports once, then turns the interest off.
      task.awaitWakes(1);
      Eventually.until("the driver waits", driver::isWaiting);
      assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(1);
      task.takeWakes();
      assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
      turner.stop();
    }
  }

  @Test
  void event_thatNobodyWaitsFor_isReportedTwiceAtMost() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket.read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer.getOutputStream().write(1);
    assertThat(driver.turn(FOREVER)).isEqualTo(1);
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(driver.turn(0)).isEqualTo(1);
    assertThat(driver.turn(0)).isZero();
    assertThat(task.wakes()).isZero();
    assertThat(pair.socket.read(buffer, task)).isEqualTo(1);
    assertThat(pair.socket.read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer.getOutputStream().write(1);
    driver.turn(FOREVER);
    assertThat(task.wakes()).isEqualTo(1);
  }

  @Test
  void waker_thatThrows_costsTheOthersNothing() throws Exception {
    Pair first = connect();
    Pair second = connect();
    var task = task();
    first.socket.read(buffer, task.withWaker(NioDriverTest::broken));
    second.socket.read(buffer, task);
    first.peer.getOutputStream().write(1);
    second.peer.getOutputStream().write(1);
    for (int events = 0; events < 2; ) {
      events += driver.turn(FOREVER);
    }
    assertThat(task.wakes()).isEqualTo(1);
  }

  private static void broken() {
    throw new IllegalStateException("broken waker");
  }

  @Test
  void turn_withMoreEventsThanExpected_wakesAll() throws Exception {
    List<TestTask> tasks = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Pair pair = connect();
      var task = task();
      pair.socket.read(buffer.clear(), task);
      pair.peer.getOutputStream().write(1);
      tasks.add(task);
    }
    Eventually.until("all data is there", () -> turnAndCount(tasks) == tasks.size());
    assertThat(tasks).allMatch(task -> task.wakes() == 1);
  }

  private long turnAndCount(List<TestTask> tasks) {
    try {
      driver.turn(1);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
    return tasks.stream().filter(task -> task.wakes() > 0).count();
  }

  @Test
  void socket_closedByAnotherThread_isReleasedWhileTheDriverWaits() throws Exception {
    Pair pair = connect();
    pair.socket.read(buffer, task());
    assertThat(driver.sources()).isEqualTo(1);
    Turner turner = turnUntilStopped();
    Eventually.until("the driver waits", driver::isWaiting);
    pair.socket.close();
    Eventually.until("the socket is released", () -> driver.sources() == 0);
    turner.stop();
  }

  @Test
  void close_withWaitingTasks_wakesAllAndSaysWhy() throws Exception {
    Pair pair = connect();
    ListenSocket listener = listen();
    var reader = task();
    var accepter = task();
    pair.socket.read(buffer, reader);
    listener.accept(accepter);
    assertThat(driver.sources()).isEqualTo(2);

    driver.close();
    driver.close();

    assertThat(reader.wakes()).isEqualTo(1);
    assertThat(accepter.wakes()).isEqualTo(1);
    assertThat(driver.sources()).isZero();
    assertThat(listener.isReleased(accepter)).isTrue();
    assertThatThrownBy(() -> pair.socket.read(buffer, reader))
        .isInstanceOf(RuntimeClosedException.class)
        .hasMessageContaining("127.0.0.1:")
        .hasMessageContaining("runtime is closed");
    assertThatThrownBy(() -> pair.socket.write(ByteBuffer.allocate(1), reader))
        .isInstanceOf(RuntimeClosedException.class);
    assertThatThrownBy(() -> listener.accept(accepter)).isInstanceOf(RuntimeClosedException.class);
    assertThat(pair.peer.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void close_withConnectionsThatNeverWaited_closesThemToo() throws Exception {
    Pair unused = connect();
    Pair closed = connect();
    closed.socket.close();
    driver.close();
    assertThat(unused.peer.getInputStream().read()).isEqualTo(-1);
    assertThatThrownBy(() -> unused.socket.read(buffer, task()))
        .isInstanceOf(RuntimeClosedException.class);
    assertThatThrownBy(() -> closed.socket.read(buffer, task()))
        .isInstanceOf(SocketClosedException.class);
  }

  @Test
  void connection_waitingOnAnotherDriver_outlivesTheFirst() throws Exception {
    Pair pair = connect();
    try (var other = (NioDriver) provider.open()) {
      var task = new TestTask(new TestServices(new ManualClock()).driver(other));
      assertThat(pair.socket.read(buffer, task)).isEqualTo(StreamSocket.PENDING);
      driver.close();
      pair.peer.getOutputStream().write(1);
      other.turn(FOREVER);
      assertThat(task.wakes()).isEqualTo(1);
      assertThat(pair.socket.read(buffer, task)).isEqualTo(1);
    }
  }

  @Test
  void close_whileItWaits_endsTheTurn() throws Exception {
    Turner turner = turn();
    Eventually.until("the driver waits", driver::isWaiting);
    driver.close();
    turner.thread.join(Duration.ofSeconds(10));
    assertThat(turner.thread.isAlive()).isFalse();
    assertThatThrownBy(() -> driver.turn(FOREVER)).isInstanceOf(RuntimeClosedException.class);
  }

  @Test
  void closedDriver_isTurnedOrWaitedFor_saysThatTheRuntimeIsClosed() throws Exception {
    Pair pair = connect();
    driver.close();
    assertThatThrownBy(() -> driver.turn(0)).isInstanceOf(RuntimeClosedException.class);
    assertThatThrownBy(() -> pair.socket.read(buffer, task()))
        .isInstanceOf(RuntimeClosedException.class);
    driver.wakeup();
    pair.close();
  }

  @Test
  void attach_whileTheDriverCloses_neverStrandsTheWaiter() throws Exception {
    for (int round = 0; round < 100; round++) {
      Pair pair = connect();
      var task = task();
      NioDriver closing = driver;
      Thread closer = Thread.ofPlatform().start(closing::close);
      try {
        if (pair.socket.read(buffer.clear(), task) == StreamSocket.PENDING) {
          task.awaitWakes(1);
        }
      } catch (RuntimeClosedException closed) {
        // As good as being woken.
      }
      closer.join();
      pair.close();
      open();
    }
  }

  @Test
  void socket_closedWhileItsReaderArms_neverStrandsTheReader() throws Exception {
    for (int round = 0; round < 200; round++) {
      Pair pair = connect();
      var task = task();
      Thread closer = Thread.ofPlatform().start(pair.socket::close);
      try {
        if (pair.socket.read(buffer.clear(), task) == StreamSocket.PENDING) {
          task.awaitWakes(1);
        }
      } catch (SocketClosedException closed) {
        // As good as being woken.
      }
      closer.join();
      driver.turn(0);
      assertThat(driver.sources()).isZero();
      pair.close();
    }
  }

  @Test
  void listener_closed_isReleasedByTheNextTurn() throws Exception {
    ListenSocket listener = listen();
    var task = task();
    listener.accept(task);
    listener.close();
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(listener.isReleased(task)).isFalse();
    driver.turn(FOREVER);
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(listener.isReleased(task)).isTrue();
  }

  private TestTask task() {
    return new TestTask(services);
  }

  private ListenSocket listen() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ListenSocket listener = provider.listen(address, 128, Map.of(), Context.of(Waker.noop()));
    opened.add(listener::close);
    return listener;
  }

  private Pair connect() throws Exception {
    ListenSocket listener = listen();
    Socket peer = new Socket();
    peer.connect(listener.localAddress());
    StreamSocket socket = listener.accept(task());
    listener.close();
    var pair = new Pair(socket, peer);
    opened.add(pair);
    return pair;
  }

  private Turner turn() {
    return new Turner(false);
  }

  private Turner turnUntilStopped() {
    return new Turner(true);
  }

  private record Pair(StreamSocket socket, Socket peer) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      socket.close();
      peer.close();
    }
  }

  /** A thread that holds the driver's turn. */
  private final class Turner {
    final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean again;
    final Thread thread;

    Turner(boolean again) {
      this.again = again;
      this.thread = Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
      try {
        do {
          driver.turn(FOREVER);
        } while (again);
      } catch (Throwable thrown) {
        failure.set(thrown);
      }
    }

    void stop() throws InterruptedException {
      again = false;
      driver.wakeup();
      join();
    }

    void join() throws InterruptedException {
      thread.join(Duration.ofSeconds(10));
      assertThat(thread.isAlive()).as("still waiting").isFalse();
      assertThat(failure.get()).isNull();
    }
  }
}
