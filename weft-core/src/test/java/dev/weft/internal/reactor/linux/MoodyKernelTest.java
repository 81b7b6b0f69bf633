package dev.weft.internal.reactor.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIf("dev.weft.testkit.Drivers#haveEpoll")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MoodyKernelTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void transferByEpoll_withShortCallsSignalsAndRetries_losesNothing(long seed) throws Exception {
    var kernel = new MoodyKernel(Kernels.real(), seed);
    transferBothWays(kernel, LinuxProvider.epoll(kernel, "test"), seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  @EnabledIf("dev.weft.testkit.Drivers#haveRings")
  void transferByRing_withSignalsAndRetries_losesNothing(long seed) throws Exception {
    var kernel = new MoodyKernel(Kernels.real(), seed);
    transferBothWays(kernel, LinuxProvider.ring(kernel, false, "test"), seed);
  }

  private static void transferBothWays(MoodyKernel kernel, LinuxProvider provider, long seed)
      throws Exception {
    try (var driver = (LinuxDriver) provider.open()) {
      var services = new TestServices(new ManualClock()).driver(driver).sockets(provider);
      var loop = new Loop(driver, services);
      ListenSocket listener =
          provider.listen(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
              8,
              Map.of(),
              new TestTask(services));
      StreamSocket client = provider.connect(listener.localAddress(), Map.of());
      var accepting = new TestTask(services);
      StreamSocket server = listener.accept(accepting);
      while (server == null) {
        loop.turnUntil(accepting);
        server = listener.accept(accepting);
      }
      var connecting = new TestTask(services);
      while (!client.finishConnect(connecting)) {
        loop.turnUntil(connecting);
      }
      byte[] sent = new byte[400_000];
      new Random(seed).nextBytes(sent);
      assertThat(loop.transfer(client, server, sent, seed)).isEqualTo(sent);
      assertThat(loop.transfer(server, client, sent, seed)).isEqualTo(sent);
      assertThat(kernel.faults()).isGreaterThan(5);
      client.close();
      server.close();
      listener.close();
      for (int turns = 0; driver.sources() > 0 && turns < 100; turns++) {
        driver.turn(1_000_000);
      }
      assertThat(driver.sources()).isZero();
    }
  }

  private record Loop(LinuxDriver driver, TestServices services) {

    void turnUntil(TestTask task) throws IOException {
      while (task.takeWakes() == 0) {
        driver.turn(Long.MAX_VALUE);
      }
    }

    /** Sends by buffers of all kinds while the other side reads; then ends the stream. */
    byte[] transfer(StreamSocket from, StreamSocket to, byte[] bytes, long seed) throws Exception {
      var random = new Random(seed);
      var received = new ByteArrayOutputStream();
      var writer = new TestTask(services);
      var reader = new TestTask(services);
      ByteBuffer heap = ByteBuffer.wrap(bytes);
      ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
      boolean ended = false;
      boolean reading = true;
      boolean writing = true;
      while (!ended) {
        if (reading) {
          ByteBuffer target =
              random.nextBoolean() ? ByteBuffer.allocate(5000) : ByteBuffer.allocateDirect(9000);
          int count = to.read(target, reader);
          ended = count == StreamSocket.EOF;
          reading = count != StreamSocket.PENDING;
          byte[] got = new byte[target.flip().remaining()];
          target.get(got);
          received.writeBytes(got);
        }
        if (writing && heap.hasRemaining()) {
          ByteBuffer source = (random.nextBoolean() ? heap : direct).duplicate();
          source.position(heap.position());
          source.limit(Math.min(bytes.length, source.position() + 1 + random.nextInt(60_000)));
          long count =
              random.nextBoolean()
                  ? from.write(source, writer)
                  : from.write(new ByteBuffer[] {source, ByteBuffer.allocate(0)}, 0, 2, writer);
          writing = count != StreamSocket.PENDING;
          if (writing) {
            heap.position(heap.position() + (int) count);
          }
          if (!heap.hasRemaining()) {
            from.shutdownOutput();
          }
        }
        if (!reading && !(writing && heap.hasRemaining())) {
          driver.turn(Long.MAX_VALUE);
        } else {
          driver.turn(0);
        }
        reading |= reader.takeWakes() > 0;
        writing |= writer.takeWakes() > 0;
      }
      return received.toByteArray();
    }
  }
}
