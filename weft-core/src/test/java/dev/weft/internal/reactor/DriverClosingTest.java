package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.io.RuntimeClosedException;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.Driver;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every driver does when it, a listener or a connection is closed. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.DriverCase#withoutFaults")
class DriverClosingTest extends DriverFixture {

  DriverClosingTest(DriverCase kind) {
    super(kind);
  }

  @Test
  void socket_closedByAnotherThread_isReleasedWhileTheDriverWaits() throws Exception {
    Pair pair = connect();
    pair.socket().read(buffer, task());
    assertThat(driver.sources()).isEqualTo(1);
    Turner turner = turnUntilStopped();
    Eventually.until("the driver waits", () -> isWaiting(driver));
    pair.socket().close();
    Eventually.until("the socket is released", () -> driver.sources() == 0);
    turner.stop();
  }

  @Test
  void close_withWaitingTasks_wakesAllAndSaysWhy() throws Exception {
    Pair pair = connect();
    ListenSocket listener = listen();
    var reader = task();
    var accepter = task();
    pair.socket().read(buffer, reader);
    listener.accept(accepter);
    assertThat(driver.sources()).isEqualTo(2);

    driver.close();
    driver.close();

    assertThat(reader.wakes()).isEqualTo(1);
    assertThat(accepter.wakes()).isEqualTo(1);
    assertThat(driver.sources()).isZero();
    assertThat(listener.isReleased(accepter)).isTrue();
    assertThatThrownBy(() -> pair.socket().read(buffer, reader))
        .isInstanceOf(RuntimeClosedException.class)
        .hasMessageContaining("127.0.0.1:")
        .hasMessageContaining("runtime is closed");
    assertThatThrownBy(() -> pair.socket().write(ByteBuffer.allocate(1), reader))
        .isInstanceOf(RuntimeClosedException.class);
    assertThatThrownBy(() -> listener.accept(accepter)).isInstanceOf(RuntimeClosedException.class);
    assertThat(pair.peer().getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void close_withConnectionsThatNeverWaited_closesThemToo() throws Exception {
    Pair unused = connect();
    Pair closed = connect();
    closed.socket().close();
    driver.close();
    assertThat(unused.peer().getInputStream().read()).isEqualTo(-1);
    assertThatThrownBy(() -> unused.socket().read(buffer, task()))
        .isInstanceOf(RuntimeClosedException.class);
    assertThatThrownBy(() -> closed.socket().read(buffer, task()))
        .isInstanceOf(SocketClosedException.class);
  }

  @Test
  void connection_waitingOnAnotherDriver_outlivesTheFirst() throws Exception {
    Pair pair = connect();
    try (Driver other = provider.open()) {
      var task = new TestTask(new TestServices(new ManualClock()).driver(other));
      assertThat(pair.socket().read(buffer, task)).isEqualTo(StreamSocket.PENDING);
      driver.close();
      pair.peer().getOutputStream().write(1);
      other.turn(FOREVER);
      assertThat(task.wakes()).isEqualTo(1);
      assertThat(pair.socket().read(buffer, task)).isEqualTo(1);
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
    assertThatThrownBy(() -> pair.socket().read(buffer, task()))
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
        if (pair.socket().read(buffer.clear(), task) == StreamSocket.PENDING) {
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
      Thread closer = Thread.ofPlatform().start(pair.socket()::close);
      try {
        if (pair.socket().read(buffer.clear(), task) == StreamSocket.PENDING) {
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

  @Test
  void isReadable_ofASocketThatIsClosed_wakesAndTheReadFails() throws Exception {
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket().isReadable(task)).isFalse();
    pair.socket().close();
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThatThrownBy(() -> pair.socket().read(buffer.clear(), task))
        .isInstanceOf(SocketClosedException.class);
    Pair never = connect();
    never.socket().close();
    assertThatThrownBy(() -> never.socket().isReadable(task))
        .isInstanceOf(SocketClosedException.class);
  }

  @Test
  void socket_closedWithPendingReadAndWrite_wakesBoth() throws Exception {
    Pair pair = connect();
    var reader = task();
    var writer = task();
    assertThat(pair.socket().read(buffer, reader)).isEqualTo(StreamSocket.PENDING);
    ByteBuffer many = ByteBuffer.allocate(8 << 20);
    while (pair.socket().write(many, writer) != StreamSocket.PENDING) {
      many.clear();
    }
    pair.socket().close();
    assertThat(reader.wakes()).isEqualTo(1);
    assertThat(writer.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> pair.socket().write(many, writer))
        .isInstanceOf(SocketClosedException.class);
  }

  @Test
  void socket_closedWithALingerTime_neverWaits() throws Exception {
    Pair pair = connect();
    pair.socket().setOption(StandardSocketOptions.SO_LINGER, 60);
    ByteBuffer many = ByteBuffer.allocate(8 << 20);
    while (pair.socket().write(many, task()) != StreamSocket.PENDING) {
      many.clear();
    }
    long before = System.nanoTime();
    pair.socket().close();
    assertThat(System.nanoTime() - before).isLessThan(Duration.ofSeconds(30).toNanos());
  }
}
