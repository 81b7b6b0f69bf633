package dev.weft.bench.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.load.Pipeline;
import dev.weft.bench.process.Child;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The measured programs do what the workloads take for granted. */
final class ServersTest {

  private static final int BYTES = 64;

  @Test
  void frames_ofAGivenSize_haveIt() {
    assertThat(Frames.get(Frames.keyForFrame(BYTES))).hasSize(BYTES);
    assertThat(Frames.found(Frames.valueForFrame(BYTES))).hasSize(BYTES);
  }

  @Test
  void echoServer_request_comesBack() throws Exception {
    byte[] request = Frames.get(Frames.keyForFrame(BYTES));
    try (Child server = Child.start(EchoServer.class);
        var load = new ClosedLoop(server.ready(), 3, request, request)) {
      load.rounds(2);
      assertThat(load.run(Duration.ofMillis(1))).isGreaterThanOrEqualTo(3);
      assertThat(server.cpuSeconds()).isPositive();
      assertThat(Long.parseLong(server.ask("heap"))).isPositive();
    }
  }

  @Test
  void memoryServer_setByAPipeline_isFoundByGets() throws Exception {
    byte[] value = Frames.valueForFrame(BYTES);
    try (Child server = Child.start(MemoryServer.class)) {
      InetSocketAddress address = server.ready();
      new Pipeline(address, 4, 16, i -> Frames.set("k" + i, value), Frames.nothingBefore())
          .run(1_000);
      for (int key : new int[] {0, 500, 999}) {
        try (var load = new ClosedLoop(address, 1, Frames.get("k" + key), Frames.found(value))) {
          load.rounds(1);
        }
      }
    }
  }

  @Test
  void closedLoop_otherAnswerThanDue_fails() throws Exception {
    byte[] request = Frames.get("k");
    byte[] other = Frames.get("o");
    try (Child server = Child.start(EchoServer.class);
        var load = new ClosedLoop(server.ready(), 1, request, other)) {
      assertThatIOException()
          .isThrownBy(() -> load.rounds(1))
          .withMessageContaining("another answer than was due");
    }
  }

  @Test
  void closedLoop_nobodyListens_failsWithoutLeavingASelector() {
    var nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    assertThatIOException().isThrownBy(() -> new ClosedLoop(nobody, 1, new byte[1], new byte[1]));
  }
}
