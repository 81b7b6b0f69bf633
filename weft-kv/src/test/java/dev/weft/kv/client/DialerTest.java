package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.codec.Framed;
import dev.weft.codec.KvFrameCodec;
import dev.weft.io.DuplexPair;
import dev.weft.io.DuplexStream;
import dev.weft.io.Io;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client over something else than TCP. */
final class DialerTest {

  private final List<String> dialed = new ArrayList<>();

  /** Both ends are in this process; the other one answers each Hget with its key. */
  private Future<DuplexStream> inMemory(String host, int port) {
    return async(
        () -> {
          dialed.add(host + " " + port);
          DuplexPair pair = Io.duplex(100);
          spawn(serve(pair.second()));
          return pair.first();
        });
  }

  private static Future<Void> serve(DuplexStream stream) {
    return async(
        () -> {
          KvFrameCodec<CommandRequest, CommandResponse> codec =
              KvFrameCodec.messages(CommandRequest.parser());
          try (var frames = Framed.of(stream, codec)) {
            CommandRequest request = await(frames.next());
            while (request != null) {
              await(frames.send(ok(text(request.getHget().getKey()))));
              request = await(frames.next());
            }
          }
        });
  }

  @Test
  void client_overAStreamInMemory_worksAsOverTcp() throws Exception {
    try (Weft weft = Weft.builder().workers(1).build()) {
      KvClient client =
          weft.blockOn(KvClient.builder().address("::1", 77).dialer(this::inMemory).connect());
      assertThat(client).hasToString("KvClient[[::1]:77]");
      assertThat(weft.blockOn(client.hget("t", "a key"))).isEqualTo(text("a key"));
      String large = "x".repeat(1_000); // more than the pipe holds
      assertThat(weft.blockOn(client.hget("t", large))).isEqualTo(text(large));
      weft.blockOn(client.closeAsync());
      weft.blockOn(client.closeAsync());
      Eventually.until("no task is left", () -> weft.metrics().liveTasks() == 0);
      assertThat(dialed).containsExactly("::1 77");
    }
  }

  @Test
  void dialer_thatFails_failsTheClient() throws Exception {
    try (Weft weft = Weft.builder().workers(1).build()) {
      Dialer<DuplexStream> none =
          (host, port) ->
              async(
                  () -> {
                    throw new IOException("no way to " + host);
                  });
      assertThatThrownBy(() -> weft.blockOn(KvClient.builder().dialer(none).connect()))
          .isInstanceOf(IOException.class)
          .hasMessage("no way to 127.0.0.1");
      Eventually.until("no task is left", () -> weft.metrics().liveTasks() == 0);
    }
  }
}
