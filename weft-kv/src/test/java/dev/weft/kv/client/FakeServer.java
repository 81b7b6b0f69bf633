package dev.weft.kv.client;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * A server that does what a test says, and the runtime of its clients, on a clock of the test's.
 */
final class FakeServer implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 20_000;

  final ManualClock clock = new ManualClock();
  final Weft weft = ((RuntimeOptions) Weft.builder()).clock(clock).workers(1).build();
  final AtomicInteger dials = new AtomicInteger();
  private final ServerSocket listener;

  FakeServer() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    listener.setSoTimeout(PATIENCE_MILLIS);
  }

  int port() {
    return listener.getLocalPort();
  }

  KvClientBuilder builder() {
    return KvClient.builder().address("127.0.0.1", port());
  }

  KvClient client(UnaryOperator<KvClientBuilder> settings) throws Exception {
    return weft.blockOn(settings.apply(builder()).connect());
  }

  RawConnection accept() throws IOException {
    return new RawConnection(listener.accept());
  }

  /** The client's connection of that number, from 1, for which it may make a pause. */
  RawConnection accept(KvClient client, int number) throws IOException {
    passUntil(
        "connection " + number, Duration.ofMillis(5), () -> client.stats().opened() >= number);
    return accept();
  }

  /** Whether nobody connects for a moment. */
  boolean staysAlone() throws IOException {
    listener.setSoTimeout(100);
    try {
      listener.accept().close();
      return false;
    } catch (SocketTimeoutException alone) {
      return true;
    } finally {
      listener.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  /** Nobody gets a connection any more. */
  void stopListening() throws IOException {
    listener.close();
  }

  static CommandRequest request(RawConnection connection) throws IOException {
    String frame = connection.frameHex();
    return CommandRequest.parseFrom(HexFormat.of().parseHex(frame.substring(8)));
  }

  /** Lets the time pass in steps until something holds. */
  void passUntil(String what, Duration step, BooleanSupplier condition) {
    Eventually.until(
        what,
        () -> {
          if (condition.getAsBoolean()) {
            return true;
          }
          clock.advance(step);
          return false;
        });
  }

  /** How a task ends, whose failure is the subject of a test. */
  static Throwable failure(Weft weft, JoinHandle<?> handle) {
    try {
      Object value = weft.blockOn(handle);
      throw new AssertionError("It succeeded with " + value);
    } catch (Exception failure) {
      return failure;
    }
  }

  Throwable failure(JoinHandle<?> handle) {
    return failure(weft, handle);
  }

  @Override
  public void close() throws IOException {
    try {
      weft.close();
    } finally {
      listener.close();
    }
  }
}
