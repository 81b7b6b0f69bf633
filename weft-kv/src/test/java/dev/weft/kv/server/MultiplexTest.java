package dev.weft.kv.server;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.client.KvPipeline;
import dev.weft.kv.client.KvSubscription;
import dev.weft.kv.proto.Value;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.net.TcpStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several streams of requests on one connection. */
final class MultiplexTest {

  private static final String SET = "0000001222100a027431120a0a026b3112040a027631";
  private static final String SET_ANSWER = "0000000508c8011a00";

  private static Value number(int n) {
    return Value.newBuilder().setInteger(n).build();
  }

  /** A client that counts the connections under its streams. */
  private static KvClient connect(RunningServer server, AtomicInteger dials) throws Exception {
    return server.run(
        KvClient.builder()
            .address("127.0.0.1", server.port())
            .dialer(
                (host, port) -> {
                  dials.incrementAndGet();
                  return TcpStream.connect(host, port);
                })
            .multiplexed(true)
            .connect());
  }

  @Test
  void client_multiplexed_doesEverythingOverOneConnection() throws Exception {
    var dials = new AtomicInteger();
    try (var server = RunningServer.start()) {
      try (KvClient client = connect(server, dials)) {
        KvSubscription first = server.run(client.subscribe("news"));
        KvSubscription second = server.run(client.subscribe("news"));
        KvPipeline pinned = server.run(client.pipeline());
        var sets = new ArrayList<Future<Value>>();
        for (int i = 0; i < 500; i++) {
          sets.add(server.weft().spawn(client.hset("t", "k" + i, number(i))));
        }
        server.run(join(sets));
        assertThat(server.run(pinned.hget("t", "k499"))).isEqualTo(number(499));
        server.run(client.publish("news", List.of(number(7))));
        assertThat(server.run(first.next())).containsExactly(number(7));
        assertThat(server.run(second.next())).containsExactly(number(7));
        server.run(client.unsubscribe("news", first.id()));
        assertThat(server.run(first.next())).isNull();
        server.run(
            async(
                () -> {
                  await(first.closeAsync());
                  await(second.closeAsync());
                  await(pinned.closeAsync());
                }));
      }
      assertThat(dials).hasValue(1);
    }
  }

  @Test
  void client_whoseStreamsHaveAllEnded_connectsAnew() throws Exception {
    var dials = new AtomicInteger();
    try (var server = RunningServer.start();
        KvClient client =
            server.run(
                KvClient.builder()
                    .address("127.0.0.1", server.port())
                    .dialer(
                        (host, port) -> {
                          dials.incrementAndGet();
                          return TcpStream.connect(host, port);
                        })
                    .multiplexed(true)
                    .connections(0, 1)
                    .idleTimeout(Duration.ofMillis(1))
                    .connect())) {
      for (int i = 0; i < 20; i++) {
        assertThat(server.run(client.hset("t", "k" + i, number(i)))).isNull();
      }
      assertThat(dials).hasValueGreaterThanOrEqualTo(1);
    }
  }

  /** The styles in which peers open a stream; the second loses nothing of its first data. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "000100010000000100000000" + "000000000000000100000016" + SET,
        "000000010000000100000016" + SET
      })
  void stream_openedInEitherStyle_isAnswered(String sent) throws Exception {
    try (var server = RunningServer.start();
        RawConnection raw = server.connect()) {
      raw.sendHex(sent);

      String answer = raw.hex(12);
      if (answer.startsWith("0001")) { // the opening is acknowledged by a frame of its own
        assertThat(answer).startsWith("0001000200000001");
        answer = raw.hex(12);
      }
      assertThat(answer).matches("0000000[02]0000000100000009");
      assertThat(raw.hex(9)).isEqualTo(SET_ANSWER);
    }
  }

  @Test
  void streams_beyondTheLimit_areResetAndTheOthersServed() throws Exception {
    try (var server = RunningServer.start(settings -> settings.maxStreams(1));
        RawConnection raw = server.connect()) {
      raw.sendHex("000100010000000100000000" + "000100010000000300000000");
      raw.sendHex("000000000000000100000016" + SET);

      var frames = new ArrayList<String>();
      String answer = raw.hex(12);
      while (!answer.endsWith("0000000100000009")) {
        frames.add(answer);
        answer = raw.hex(12);
      }
      assertThat(raw.hex(9)).isEqualTo(SET_ANSWER);
      assertThat(frames).anyMatch(frame -> frame.matches("000[01]00080000000300000000"));
    }
  }

  @Test
  void frames_ofAPlainClient_areTakenByteByByteOnTheSamePort() throws Exception {
    try (var server = RunningServer.start();
        RawConnection raw = server.connect()) {
      raw.sendHexBytewise(SET);
      assertThat(raw.hex(9)).isEqualTo(SET_ANSWER);
      raw.sendHex("00000000");
      assertThat(raw.hex(4)).isEqualTo("0000002e");
    }
  }

  @Test
  void server_thatStops_endsSessionsInTheOrderlyWay() throws Exception {
    var dials = new AtomicInteger();
    var server = RunningServer.start();
    try (server) {
      KvClient client = connect(server, dials);
      KvSubscription news = server.run(client.subscribe("news"));
      server.run(client.hset("t", "k", number(1)));
      server.shutdown();
      assertThat(server.run(news.next())).isNull();
      server.awaitEnd();
      server.run(client.closeAsync());
    }
  }

  @Test
  void session_withoutStreams_isClosedWhenIdle() throws Exception {
    try (var server = RunningServer.start(settings -> settings.idleTimeout(Duration.ofMillis(50)));
        RawConnection raw = server.connect()) {
      raw.sendHex("000200010000000000000001"); // a ping
      assertThat(raw.hex(12)).isEqualTo("000200020000000000000001");
      assertThat(raw.hex(12)).isEqualTo("000300000000000000000000"); // goes away: normal
      assertThat(raw.endsNow()).isTrue();
    }
  }
}
