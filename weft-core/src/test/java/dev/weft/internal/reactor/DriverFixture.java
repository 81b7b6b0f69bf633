package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.internal.reactor.linux.LinuxDrivers;
import dev.weft.spi.Driver;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A driver with its sockets and turns, for tests of what every driver does. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
abstract class DriverFixture {

  static final long FOREVER = Long.MAX_VALUE;

  final DriverProvider provider;
  final ByteBuffer buffer = ByteBuffer.allocate(64);
  final List<AutoCloseable> opened = new ArrayList<>();
  Driver driver;
  TestServices services;

  DriverFixture(DriverCase kind) {
    this.provider = kind.provider();
  }

  /** Whether a turn of the driver waits. */
  static boolean isWaiting(Driver driver) {
    return driver instanceof NioDriver nio ? nio.isWaiting() : LinuxDrivers.isWaiting(driver);
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

  void turnUntilWoken(TestTask task) throws IOException {
    while (task.takeWakes() == 0) {
      driver.turn(FOREVER);
    }
  }

  boolean turned() {
    try {
      driver.turn(1_000_000);
      return true;
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  final TestTask task() {
    return new TestTask(services);
  }

  final ListenSocket listen() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ListenSocket listener = provider.listen(address, 128, Map.of(), Context.of(Waker.noop()));
    opened.add(listener::close);
    return listener;
  }

  final Pair connect() throws Exception {
    ListenSocket listener = listen();
    Socket peer = new Socket();
    peer.connect(listener.localAddress());
    StreamSocket socket = listener.accept(task());
    listener.close();
    var pair = new Pair(socket, peer);
    opened.add(pair);
    return pair;
  }

  Turner turn() {
    return new Turner(false);
  }

  Turner turnUntilStopped() {
    return new Turner(true);
  }

  record Pair(StreamSocket socket, Socket peer) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      socket.close();
      peer.close();
    }
  }

  /** A thread that holds the driver's turn. */
  final class Turner {
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
