package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AcceptPauseTest {

  private static final Logger LOGGER = Logger.getLogger("dev.weft.net");

  private final List<String> logged = new ArrayList<>();
  private final Handler handler = new Collector();
  private final TestTask task = new TestTask(new TestServices(new ManualClock()));
  private final FailingSocket socket = new FailingSocket();
  private TcpListener listener;

  @BeforeEach
  void open() throws Exception {
    LOGGER.addHandler(handler);
    LOGGER.setUseParentHandlers(false);
    listener = new TcpListener(socket, TcpOptions.defaults().noDelay(true));
  }

  @AfterEach
  void close() {
    LOGGER.removeHandler(handler);
    LOGGER.setUseParentHandlers(true);
  }

  @Test
  void accept_oneFailure_isTriedAgainAtOnceInSilence() throws Exception {
    socket.fail("Software caused connection abort", 1);
    socket.connections.add(new IdleStream());
    assertThat(task.ready(listener.accept())).isNotNull();
    assertThat(logged).isEmpty();
  }

  @Test
  void accept_tooManyOpenFiles_pausesLongerAndLongerUpToASecond() throws Exception {
    socket.fail("Too many open files", 12);
    socket.connections.add(new IdleStream());
    var accept = listener.accept();
    List<Long> pauses = new ArrayList<>();
    while (!task.poll(accept).isReady()) {
      long before = task.clock().nanoTime();
      task.advanceToNextTimer();
      assertThat(task.takeWakes()).isEqualTo(1);
      pauses.add(Duration.ofNanos(task.clock().nanoTime() - before).toMillis());
    }
    assertThat(pauses)
        .containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1000L, 1000L, 1000L, 1000L);
    assertThat(logged)
        .singleElement()
        .asString()
        .contains("192.0.2.1:9527", "descriptors", "Too many open files");
  }

  @Test
  void accept_worksAgain_nextBurstBeginsAnew() throws Exception {
    for (int burst = 1; burst <= 2; burst++) {
      socket.fail("Too many open files", 5);
      socket.connections.add(new IdleStream());
      long before = task.clock().nanoTime();
      task.run(listener.accept());
      assertThat(Duration.ofNanos(task.clock().nanoTime() - before))
          .isEqualTo(Duration.ofMillis(10 + 20 + 40 + 80));
      assertThat(logged).hasSize(burst);
    }
  }

  @Test
  void accept_nothingToTakeAfterAFailure_waitsForTheSocket() throws Exception {
    socket.fail("Too many open files", 3);
    var accept = listener.accept();
    task.pending(accept);
    task.advance(Duration.ofMillis(10));
    task.pending(accept);
    task.advance(Duration.ofMillis(20));
    task.pending(accept);
    assertThat(task.advanceToNextTimer()).isFalse();
  }

  @Test
  void accept_cancelledInAPause_givesTheTimerUpAndKeepsThePause() throws Exception {
    socket.fail("Too many open files", 2);
    socket.connections.add(new IdleStream());
    var cancelled = listener.accept();
    task.pending(cancelled);
    task.advance(Duration.ofMillis(4));
    assertThat(cancelled.cancel()).isTrue();
    assertThat(task.timers().size()).isZero();
    var next = listener.accept();
    task.pending(next);
    task.advance(Duration.ofMillis(5));
    task.pending(next);
    task.advance(Duration.ofMillis(1));
    assertThat(task.ready(next)).isNotNull();
  }

  @Test
  void close_inAPause_endsItAtOnce() throws Exception {
    socket.fail("Too many open files", 100);
    var accept = listener.accept();
    task.pending(accept);
    new TestTask(task.clock()).ready(listener.closeAsync());
    assertThat(task.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(accept)).isInstanceOf(SocketClosedException.class);
    assertThat(task.timers().size()).isZero();
  }

  @Test
  void accept_connectionThatCannotBeSetUp_isClosedAndTheNextTaken() throws Exception {
    var dead = new IdleStream();
    dead.broken = true;
    var alive = new IdleStream();
    socket.connections.add(dead);
    socket.connections.add(alive);
    TcpStream stream = task.ready(listener.accept());
    assertThat(dead.closed).isTrue();
    assertThat(alive.options).containsExactly(StandardSocketOptions.TCP_NODELAY);
    assertThat(stream.remoteAddress()).isEqualTo(alive.remoteAddress());
  }

  /** Fails a number of times, then gives connections. */
  private static final class FailingSocket implements ListenSocket {

    final Deque<StreamSocket> connections = new ArrayDeque<>();
    private String reason = "";
    private int failures;
    private boolean closed;

    void fail(String reason, int times) {
      this.reason = reason;
      failures = times;
    }

    @Override
    public StreamSocket accept(Context cx) throws IOException {
      if (closed) {
        throw new SocketClosedException("closed");
      }
      if (failures > 0) {
        failures--;
        throw new SocketException(reason);
      }
      return connections.poll();
    }

    @Override
    public void cancelAccept() {}

    @Override
    public InetSocketAddress localAddress() {
      return new InetSocketAddress("192.0.2.1", 9527);
    }

    @Override
    public void close() {
      closed = true;
    }

    @Override
    public boolean isReleased(Context cx) {
      return true;
    }
  }

  private final class Collector extends Handler {

    @Override
    public void publish(LogRecord record) {
      logged.add(record.getMessage() + " " + record.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
