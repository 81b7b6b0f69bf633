package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.io.RuntimeClosedException;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every driver does; a class for each kind of driver runs it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
public abstract class DriverContract {

  private static final long FOREVER = Long.MAX_VALUE;

  private final DriverProvider provider = provider();
  private final ByteBuffer buffer = ByteBuffer.allocate(64);
  private final List<AutoCloseable> opened = new ArrayList<>();
  private Driver driver;
  private TestServices services;

  /** The provider whose drivers are tested. */
  protected abstract DriverProvider provider();

  /** Whether a turn of the driver waits. */
  protected abstract boolean isWaiting(Driver driver);

  protected final Driver driver() {
    return driver;
  }

  @BeforeEach
  void open() throws IOException {
    driver = provider.open();
    services = new TestServices(new ManualClock()).driver(driver).sockets(provider);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : opened) {
      one.close();
    }
    driver.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void turn_withoutEvents_endsAtItsTimeout(boolean withSocket) throws IOException {
    if (withSocket) {
      listen().accept(task());
    }
    for (int round = 0; round < 3; round++) {
      long before = System.nanoTime();
      int events = driver.turn(Duration.ofMillis(2).toNanos());
      assertThat(events).isZero();
      assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(1_900_000);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wakeup_beforeTheTurn_endsIt(boolean withSocket) throws IOException {
    if (withSocket) {
      listen().accept(task());
    }
    driver.wakeup();
    assertThat(driver.turn(FOREVER)).isZero();
  }

  @Test
  void wakeup_beforeATurnThatDoesNotWait_endsTheNextThatWaits() throws IOException {
    driver.wakeup();
    driver.turn(0);
    assertThat(driver.turn(FOREVER)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wakeup_whileItWaits_endsIt(boolean withSocket) throws Exception {
    if (withSocket) {
      listen().accept(task());
    }
    for (int round = 0; round < 100; round++) {
      Turner turner = turn();
      Eventually.until("the driver waits", () -> isWaiting(driver));
      driver.wakeup();
      turner.join();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wakeup_atAnyMoment_endsTheTurn(boolean withSocket) throws Exception {
    if (withSocket) {
      listen().accept(task());
    }
    for (int round = 0; round < 200; round++) {
      Turner turner = turn();
      driver.wakeup();
      turner.join();
    }
  }

  @Test
  void interest_setByAnotherThreadWhileTheDriverWaits_isSeen() throws Exception {
    for (int round = 0; round < 50; round++) {
      Pair pair = connect();
      var task = task();
      Turner turner = turnUntilStopped();
      if (round % 2 == 0) {
        Eventually.until("the driver waits", () -> isWaiting(driver));
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
      Eventually.until("the driver waits", () -> isWaiting(driver));
      assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(1);
      task.takeWakes();
      assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
      turner.stop();
    }
  }

  @Test
  void firstSockets_attachedByTwoThreadsAtOnce_areBothHeard() throws Exception {
    for (int round = 0; round < 50; round++) {
      Pair first = connect();
      Pair second = connect();
      TestTask firstTask = task();
      TestTask secondTask = task();
      var failed = new AtomicReference<Throwable>();
      Thread other =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      first.socket.read(ByteBuffer.allocate(8), firstTask);
                    } catch (Throwable failure) {
                      failed.set(failure);
                    }
                  });
      assertThat(second.socket.read(buffer.clear(), secondTask)).isEqualTo(StreamSocket.PENDING);
      other.join();
      assertThat(failed.get()).isNull();
      first.peer.getOutputStream().write(1);
      second.peer.getOutputStream().write(1);
      while (firstTask.wakes() == 0 || secondTask.wakes() == 0) {
        driver.turn(FOREVER);
      }
      first.close();
      second.close();
      driver.close();
      open();
    }
  }

  @Test
  void waker_thatThrows_costsTheOthersNothing() throws Exception {
    Pair first = connect();
    Pair second = connect();
    var task = task();
    var thrown = new AtomicBoolean();
    first.socket.read(
        buffer,
        task.withWaker(
            () -> {
              thrown.set(true);
              throw new IllegalStateException("broken waker");
            }));
    second.socket.read(buffer, task);
    first.peer.getOutputStream().write(1);
    second.peer.getOutputStream().write(1);
    while (!thrown.get() || task.wakes() == 0) {
      driver.turn(FOREVER);
    }
    assertThat(second.socket.read(buffer, task)).isEqualTo(1);
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
    Eventually.until("the driver waits", () -> isWaiting(driver));
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
    try (Driver other = provider.open()) {
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
    Eventually.until("the driver waits", () -> isWaiting(driver));
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
      Driver closing = driver;
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
  void listener_closed_isReleasedByTheNextTurnAtTheLatest() throws Exception {
    ListenSocket listener = listen();
    InetSocketAddress address = listener.localAddress();
    var task = task();
    listener.accept(task);
    listener.close();
    assertThat(task.takeWakes()).isEqualTo(1);
    if (!listener.isReleased(task)) {
      driver.turn(FOREVER);
      assertThat(task.wakes()).isEqualTo(1);
      assertThat(listener.isReleased(task)).isTrue();
    }
    provider.listen(address, 1, Map.of(), task).close();
  }

  @Test
  void listener_closedByAnotherThread_endsTheTurnThatLetsGoOfIt() throws Exception {
    for (int round = 0; round < 20; round++) {
      ListenSocket listener = listen();
      var task = task();
      listener.accept(task);
      driver.turn(0);
      var releasing = task();
      Thread closer =
          Thread.ofPlatform()
              .start(
                  () -> {
                    listener.close();
                    if (listener.isReleased(releasing)) {
                      releasing.wake();
                    }
                    driver.wakeup();
                  });
      while (releasing.wakes() == 0) {
        driver.turn(FOREVER); // A worker would now run what was woken.
      }
      closer.join();
    }
  }

  // ---- bytes

  @Test
  void read_ofMoreThanOneBuffer_givesAllInOrderThenTheEnd() throws Exception {
    Pair pair = connect();
    byte[] sent = new byte[300_000];
    new Random(3).nextBytes(sent);
    Thread writer = Thread.ofPlatform().start(() -> send(pair.peer, sent));
    assertThat(readAll(pair.socket, 777)).isEqualTo(sent);
    writer.join();
  }

  private static void send(Socket peer, byte[] bytes) {
    try {
      peer.getOutputStream().write(bytes);
      peer.shutdownOutput();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Reads to the end, through buffers of changing size and kind. */
  protected final byte[] readAll(StreamSocket socket, int size) throws Exception {
    var all = new ByteArrayOutputStream();
    var task = task();
    for (int round = 0; ; round++) {
      int capacity = 1 + size * (round % 3);
      ByteBuffer target =
          round % 2 == 0 ? ByteBuffer.allocate(capacity) : ByteBuffer.allocateDirect(capacity);
      int count = socket.read(target, task);
      if (count == StreamSocket.EOF) {
        return all.toByteArray();
      }
      if (count == StreamSocket.PENDING) {
        turnUntilWoken(task);
      } else {
        assertThat(target.position()).isEqualTo(count);
        byte[] bytes = new byte[count];
        target.flip().get(bytes);
        all.writeBytes(bytes);
      }
    }
  }

  private void turnUntilWoken(TestTask task) throws IOException {
    while (task.takeWakes() == 0) {
      driver.turn(FOREVER);
    }
  }

  @Test
  void write_ofMoreThanTheSystemTakes_waitsAndLosesNothing() throws Exception {
    Pair pair = connect();
    pair.socket.setOption(StandardSocketOptions.SO_SNDBUF, 8192);
    byte[] sent = new byte[2_000_000];
    new Random(4).nextBytes(sent);
    var received = new ByteArrayOutputStream();
    Thread reader = Thread.ofPlatform().start(() -> receive(pair.peer, received));
    writeAll(pair.socket, sent);
    pair.socket.shutdownOutput();
    reader.join();
    assertThat(received.toByteArray()).isEqualTo(sent);
  }

  private static void receive(Socket peer, ByteArrayOutputStream received) {
    try {
      peer.getInputStream().transferTo(received);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Writes all, by buffers on and outside the heap, one and several at a time. */
  protected final void writeAll(StreamSocket socket, byte[] bytes) throws Exception {
    var task = task();
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    for (int from = 0, round = 0; from < bytes.length; round++) {
      int to = Math.min(bytes.length, from + 1 + 40_000 * (round % 4));
      int middle = (from + to) / 2;
      ByteBuffer left = (round % 2 == 0 ? direct : ByteBuffer.wrap(bytes)).duplicate();
      left.limit(middle).position(from);
      ByteBuffer right = ByteBuffer.wrap(bytes, middle, to - middle);
      long count =
          round % 3 == 0
              ? socket.write(direct.duplicate().limit(to).position(from), task)
              : socket.write(new ByteBuffer[] {ByteBuffer.allocate(0), left, right}, 0, 3, task);
      if (count == StreamSocket.PENDING) {
        turnUntilWoken(task);
      } else {
        assertThat(count).isPositive();
        from += (int) count;
      }
    }
  }

  @Test
  void read_whenTheEndCameWithTheLastBytes_givesBoth() throws Exception {
    for (int round = 0; round < 20; round++) {
      Pair pair = connect();
      var task = task();
      assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
      pair.peer.getOutputStream().write(new byte[3]);
      pair.peer.shutdownOutput();
      turnUntilWoken(task);
      driver.turn(round % 2 == 0 ? 0 : 1);
      assertThat(readAll(pair.socket, 64)).hasSize(3);
      pair.close();
    }
  }

  @Test
  void read_inPiecesWithoutNewEvents_givesTheRest() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket.read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer.getOutputStream().write(new byte[20]);
    turnUntilWoken(task);
    int left = 20;
    while (left > 0) {
      ByteBuffer few = ByteBuffer.allocate(7);
      int count = pair.socket.read(few, task);
      if (count == StreamSocket.PENDING) {
        turnUntilWoken(task);
      } else {
        left -= count;
      }
    }
    assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(StreamSocket.PENDING);
  }

  @Test
  void read_behindUrgentData_doesNotStall() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket.read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer.getOutputStream().write(new byte[3]);
    pair.peer.sendUrgentData(7);
    pair.peer.getOutputStream().write(new byte[4]);
    pair.peer.shutdownOutput();
    assertThat(readAll(pair.socket, 64)).hasSize(7);
  }

  @Test
  void read_cancelledAndTriedAgainWithTheDataThere_givesIt() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket.read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.socket.cancelRead();
    pair.peer.getOutputStream().write(1);
    Eventually.until("the data is there", () -> turned() && readOf(pair.socket, task) == 1);
    assertThat(task.takeWakes()).isLessThanOrEqualTo(1);
  }

  @Test
  void read_ofMessagesAsLongAsTheBuffer_givesEachAndThenManyAtOnce() throws Exception {
    Pair pair = connect();
    ByteBuffer target = ByteBuffer.allocateDirect(2048);
    for (int round = 0; round < 60; round++) {
      byte[] sent = new byte[round % 20 == 19 ? 5 * 2048 : 2048];
      new Random(round).nextBytes(sent);
      pair.peer.getOutputStream().write(sent);
      var received = new ByteArrayOutputStream();
      while (received.size() < sent.length) {
        readSome(pair.socket, target, received);
      }
      assertThat(received.toByteArray()).isEqualTo(sent);
    }
    pair.peer.shutdownOutput();
    assertThat(readAll(pair.socket, 64)).isEmpty();
  }

  private void readSome(StreamSocket socket, ByteBuffer target, ByteArrayOutputStream all)
      throws IOException {
    var task = task();
    while (socket.read(target.clear(), task) == StreamSocket.PENDING) {
      turnUntilWoken(task);
    }
    byte[] bytes = new byte[target.flip().remaining()];
    target.get(bytes);
    all.writeBytes(bytes);
  }

  // ---- waiting without a buffer

  @Test
  void isReadable_ofAConnection_followsWhatHasArrived() throws Exception {
    Pair pair = connect();
    var task = task();
    for (int round = 0; round < 3; round++) {
      assertThat(pair.socket.isReadable(task)).isFalse();
      driver.turn(0);
      assertThat(task.takeWakes()).isZero();
      pair.peer.getOutputStream().write(new byte[3]);
      turnUntilWoken(task);
      assertThat(pair.socket.isReadable(task)).isTrue();
      assertThat(pair.socket.read(ByteBuffer.allocate(2), task)).isEqualTo(2);
      assertThat(pair.socket.isReadable(task)).isTrue();
      assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(1);
    }
    pair.peer.shutdownOutput();
    if (!pair.socket.isReadable(task)) {
      turnUntilWoken(task);
    }
    assertThat(pair.socket.isReadable(task)).isTrue();
    assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(StreamSocket.EOF);
    assertThat(pair.socket.isReadable(task)).isTrue();
  }

  @Test
  void isReadable_askedOnceTheBytesAreThere_isToldByTheNextTurn() throws Exception {
    Pair pair = connect();
    pair.peer.getOutputStream().write(7);
    var task = task();
    if (!pair.socket.isReadable(task)) {
      turnUntilWoken(task);
    }
    assertThat(pair.socket.isReadable(task)).isTrue();
    assertThat(pair.socket.read(buffer.clear(), task)).isEqualTo(1);
  }

  @Test
  void isReadable_cancelled_wakesNobody() throws Exception {
    Pair pair = connect();
    var gone = task();
    assertThat(pair.socket.isReadable(gone)).isFalse();
    pair.socket.cancelRead();
    pair.peer.getOutputStream().write(7);
    var task = task();
    Eventually.until("the byte is there", () -> turned() && readOf(pair.socket, task) == 1);
    assertThat(gone.takeWakes()).isZero();
  }

  @Test
  void isReadable_ofASocketThatIsClosed_wakesAndTheReadFails() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket.isReadable(task)).isFalse();
    pair.socket.close();
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThatThrownBy(() -> pair.socket.read(buffer.clear(), task))
        .isInstanceOf(SocketClosedException.class);
    Pair never = connect();
    never.socket.close();
    assertThatThrownBy(() -> never.socket.isReadable(task))
        .isInstanceOf(SocketClosedException.class);
  }

  @Test
  void isWritable_behindAFullBuffer_isTrueOnceItIsRead() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket.isWritable(task)).isTrue();
    ByteBuffer much = ByteBuffer.allocate(64 * 1024);
    long sent = 0;
    for (int count = 0; count != StreamSocket.PENDING; sent += Math.max(0, count)) {
      count = pair.socket.write(much.clear(), task);
    }
    assertThat(pair.socket.isWritable(task)).isFalse();
    pair.peer.getInputStream().skipNBytes(sent);
    turnUntilWoken(task);
    assertThat(pair.socket.isWritable(task)).isTrue();
  }

  private boolean turned() {
    try {
      driver.turn(1_000_000);
      return true;
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private int readOf(StreamSocket socket, TestTask task) {
    try {
      return socket.read(buffer.clear(), task);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  // ---- ends

  @Test
  void connection_resetByTheOtherSide_failsReadingAndWriting() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket.read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer.setSoLinger(true, 0);
    pair.peer.close();
    turnUntilWoken(task);
    assertThatThrownBy(() -> pair.socket.read(buffer.clear(), task))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + pair.peer.getLocalPort())
        .hasMessageContaining("reset");
    assertThatThrownBy(() -> pair.socket.write(ByteBuffer.allocate(1), task))
        .isInstanceOf(IOException.class);
  }

  @Test
  void output_shutDown_readingGoesOn() throws Exception {
    Pair pair = connect();
    pair.socket.shutdownOutput();
    assertThat(pair.peer.getInputStream().read()).isEqualTo(-1);
    assertThatThrownBy(() -> pair.socket.write(ByteBuffer.allocate(1), task()))
        .isInstanceOf(SocketClosedException.class)
        .hasMessageContaining("output is shut down");
    send(pair.peer, new byte[5]);
    assertThat(readAll(pair.socket, 8)).hasSize(5);
  }

  @Test
  void output_shutDownBehindAFullBuffer_losesNothing() throws Exception {
    Pair pair = connect();
    pair.socket.setOption(StandardSocketOptions.SO_SNDBUF, 8192);
    var task = task();
    ByteBuffer many = ByteBuffer.allocate(8 << 20);
    int accepted = 0;
    int count;
    while ((count = pair.socket.write(many, task)) != StreamSocket.PENDING) {
      accepted += count;
    }
    pair.socket.cancelWrite();
    pair.socket.shutdownOutput();
    pair.socket.close();
    assertThat(pair.peer.getInputStream().readAllBytes()).hasSize(accepted);
  }

  @Test
  void socket_closedWithPendingReadAndWrite_wakesBoth() throws Exception {
    Pair pair = connect();
    var reader = task();
    var writer = task();
    assertThat(pair.socket.read(buffer, reader)).isEqualTo(StreamSocket.PENDING);
    ByteBuffer many = ByteBuffer.allocate(8 << 20);
    while (pair.socket.write(many, writer) != StreamSocket.PENDING) {
      many.clear();
    }
    pair.socket.close();
    assertThat(reader.wakes()).isEqualTo(1);
    assertThat(writer.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> pair.socket.write(many, writer))
        .isInstanceOf(SocketClosedException.class);
  }

  @Test
  void socket_closedWithALingerTime_neverWaits() throws Exception {
    Pair pair = connect();
    pair.socket.setOption(StandardSocketOptions.SO_LINGER, 60);
    ByteBuffer many = ByteBuffer.allocate(8 << 20);
    while (pair.socket.write(many, task()) != StreamSocket.PENDING) {
      many.clear();
    }
    long before = System.nanoTime();
    pair.socket.close();
    assertThat(System.nanoTime() - before).isLessThan(Duration.ofSeconds(30).toNanos());
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

  private StreamSocket finish(StreamSocket socket, TestTask task) throws IOException {
    opened.add(socket::close);
    while (!socket.finishConnect(task)) {
      turnUntilWoken(task);
    }
    return socket;
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
    pair.socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    assertThat(pair.socket.option(StandardSocketOptions.TCP_NODELAY)).isTrue();
    pair.socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    assertThat(pair.socket.option(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
    assertThat(pair.socket.option(StandardSocketOptions.SO_LINGER)).isEqualTo(-1);
    pair.socket.setOption(StandardSocketOptions.SO_LINGER, 3);
    assertThat(pair.socket.option(StandardSocketOptions.SO_LINGER)).isEqualTo(3);
    pair.socket.setOption(StandardSocketOptions.SO_LINGER, -1);
    assertThat(pair.socket.option(StandardSocketOptions.SO_LINGER)).isEqualTo(-1);
    assertThat(pair.socket.option(StandardSocketOptions.SO_SNDBUF)).isPositive();
    assertThatThrownBy(() -> pair.socket.option(StandardSocketOptions.IP_MULTICAST_TTL))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> pair.socket.setOption(StandardSocketOptions.SO_SNDBUF, -1))
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

  protected final TestTask task() {
    return new TestTask(services);
  }

  protected final ListenSocket listen() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ListenSocket listener = provider.listen(address, 128, Map.of(), Context.of(Waker.noop()));
    opened.add(listener::close);
    return listener;
  }

  protected final Pair connect() throws Exception {
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

  protected record Pair(StreamSocket socket, Socket peer) implements AutoCloseable {
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
