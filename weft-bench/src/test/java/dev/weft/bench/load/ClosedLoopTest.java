package dev.weft.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Against a server of one connection, whose every step is known. */
final class ClosedLoopTest {

  /** More than the buffers of two sockets hold. */
  private static final int LARGE = 24 << 20;

  @Test
  void rounds_requestLargerThanTheSocketsBuffer_isSentInParts() throws Exception {
    byte[] request = new byte[LARGE];
    request[LARGE - 1] = 7;
    try (ServerSocketChannel server = listen()) {
      var last = answer(server, LARGE, new byte[] {1, 2, 3});
      try (var load = new ClosedLoop(address(server), 1, request, new byte[] {1, 2, 3})) {
        load.rounds(1);
      }
      assertThat(last.get()).isEqualTo((byte) 7);
    }
  }

  @Test
  void rounds_answerWithABadByteAtItsEnd_fails() throws Exception {
    try (ServerSocketChannel server = listen()) {
      answer(server, 1, new byte[] {1, 2, 4});
      try (var load = new ClosedLoop(address(server), 1, new byte[1], new byte[] {1, 2, 3})) {
        assertThatIOException()
            .isThrownBy(() -> load.rounds(1))
            .withMessageContaining("another answer than was due");
      }
    }
  }

  @Test
  void rounds_serverThatCloses_fails() throws Exception {
    try (ServerSocketChannel server = listen()) {
      answer(server, 1, new byte[0]);
      try (var load = new ClosedLoop(address(server), 1, new byte[1], new byte[1])) {
        assertThatIOException()
            .isThrownBy(() -> load.rounds(1))
            .withMessageContaining("was closed by the server");
      }
    }
  }

  @Test
  void measure_shortTime_countsEachAnswerOnce() throws Exception {
    try (ServerSocketChannel server = listen()) {
      answer(server, 1, new byte[] {9});
      try (var load = new ClosedLoop(address(server), 1, new byte[1], new byte[] {9})) {
        Load seen = load.measure(Duration.ZERO);

        assertThat(seen.requests()).isEqualTo(1);
        assertThat(seen.latencies().quantile(1)).isBetween(1L, seen.nanos() * 65 / 64);
      }
    }
  }

  private static ServerSocketChannel listen() throws IOException {
    return ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
  }

  private static InetSocketAddress address(ServerSocketChannel server) throws IOException {
    return (InetSocketAddress) server.getLocalAddress();
  }

  /** Reads so much, then answers and closes; gives the last byte that was read. */
  private static CompletableFuture<Byte> answer(
      ServerSocketChannel server, int bytes, byte[] answer) {
    var last = new CompletableFuture<Byte>();
    Thread.startVirtualThread(
        () -> {
          try (SocketChannel client = server.accept()) {
            ByteBuffer request = ByteBuffer.allocate(bytes);
            while (request.hasRemaining() && client.read(request) >= 0) {
              // goes on until all of it is there
            }
            client.write(ByteBuffer.wrap(answer));
            last.complete(request.get(bytes - 1));
          } catch (IOException broken) {
            last.completeExceptionally(broken);
          }
        });
    return last;
  }
}
