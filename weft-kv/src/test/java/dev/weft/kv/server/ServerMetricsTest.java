package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.hset;
import static dev.weft.kv.testkit.Kv.publish;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.kv.topic.SlowSubscriber;
import dev.weft.testkit.Eventually;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

final class ServerMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double requests(String kind, String status) {
    return registry.get("kv.requests").tags("kind", kind, "status", status).counter().count();
  }

  private double counter(String name) {
    return registry.get(name).functionCounter().count();
  }

  @Test
  void requests_answered_areCountedByKindAndStatusWithTheirTime() throws Exception {
    var server = new InMemoryServer(builder -> builder, registry);
    InMemoryPeer peer = server.connect();
    peer.ask(hget("t", "k"));
    peer.ask(hset("t", "k", text("v")));
    peer.ask(hget("t", "k"));
    peer.ask(hget("t", "k"));
    peer.ask(CommandRequest.getDefaultInstance());

    assertThat(requests("hget", "404")).isEqualTo(1);
    assertThat(requests("hget", "200")).isEqualTo(2);
    assertThat(requests("hset", "200")).isEqualTo(1);
    assertThat(requests("none", "400")).isEqualTo(1);
    assertThat(requests("hget", "500")).isZero();
    var time = registry.get("kv.request.duration").tag("kind", "hget").timer();
    assertThat(time.count()).isEqualTo(3);
    assertThat(time.totalTime(TimeUnit.NANOSECONDS)).isZero(); // the clock stands still
  }

  @Test
  void bytes_ofFrames_areCountedInBothDirections() throws Exception {
    var server = new InMemoryServer(builder -> builder, registry);
    InMemoryPeer peer = server.connect();
    var request = hget("t", "k");
    var response = peer.ask(request);

    assertThat(registry.get("kv.bytes.in").counter().count())
        .isEqualTo(4 + request.getSerializedSize());
    assertThat(registry.get("kv.bytes.out").counter().count())
        .isEqualTo(4 + response.getSerializedSize());
  }

  @Test
  void topics_used_areCounted() throws Exception {
    var server =
        new InMemoryServer(
            builder -> builder.slowSubscriber(SlowSubscriber.DROP_OLDEST).subscriberQueue(2),
            registry);
    InMemoryPeer subscriber = server.subscriber("a", 16);
    InMemoryPeer publisher = server.connect();
    publisher.ask(publish("nobody", text("m")));
    for (int i = 0; i < 5; i++) {
      publisher.ask(publish("a", text("m")));
    }

    assertThat(registry.get("kv.subscribers").gauge().value()).isEqualTo(1);
    assertThat(counter("kv.messages.published")).isEqualTo(6);
    assertThat(counter("kv.messages.queued")).isEqualTo(5);
    assertThat(counter("kv.messages.dropped")).isEqualTo(3);
    assertThat(counter("kv.subscribers.ended")).isZero();
    subscriber.close();
  }

  @Test
  void connections_ofAServer_areCountedWhileTheyLast() throws Exception {
    try (RunningServer server = RunningServer.start(builder -> builder.metrics(registry))) {
      try (RawConnection one = server.connect();
          RawConnection two = server.connect()) {
        one.ask(hget("t", "k"));
        two.ask(hget("t", "k"));
        assertThat(registry.get("kv.connections").gauge().value()).isEqualTo(2);
      }
      Eventually.until(
          "the connections are over", () -> registry.get("kv.connections").gauge().value() == 0);
      assertThat(registry.get("kv.connections.accepted").counter().count()).isEqualTo(2);
      assertThat(registry.get("kv.connections.refused").counter().count()).isZero();
    }
  }

  @Test
  void session_thatBreaksAfterARequest_isNotCountedAsRefused() throws Exception {
    try (RunningServer server = RunningServer.start(builder -> builder.metrics(registry));
        RawConnection client = server.connect()) {
      byte[] request = RawConnection.frame(hget("t", "k"));
      client.sendHex("00 00 0001 00000001 %08x".formatted(request.length)); // data with SYN
      client.send(request);
      Eventually.until("it was answered", () -> requests("hget", "404") == 1);
      client.sendHex("09 00 0000 00000001 00000000"); // no version of yamux
      Eventually.until(
          "the connection is over", () -> registry.get("kv.connections").gauge().value() == 0);

      assertThat(registry.get("kv.connections.accepted").counter().count()).isEqualTo(1);
      assertThat(registry.get("kv.connections.refused").counter().count()).isZero();
    }
  }

  @Test
  void forceBatch_ofAStorage_isASummaryOfItsSizes() {
    LongConsumer batch = KvMeters.forceBatch(registry);
    batch.accept(3);
    KvMeters.forceBatch(registry).accept(5);

    var summary = registry.get("kv.log.force.batch").summary();
    assertThat(summary.count()).isEqualTo(2);
    assertThat(summary.totalAmount()).isEqualTo(8);
  }

  @Test
  void duration_ofARequestThatTakesTime_isThatTime() throws Exception {
    var gate = new AtomicReference<Runnable>();
    var server =
        new InMemoryServer(
            builder ->
                builder.hook(
                    (_, _) -> {
                      gate.get().run();
                      return RequestObserver.NONE;
                    }),
            registry);
    gate.set(() -> server.clock.advance(Duration.ofMillis(7)));
    server.connect().ask(hget("t", "k"));
    assertThat(
            registry
                .get("kv.request.duration")
                .tag("kind", "hget")
                .timer()
                .totalTime(TimeUnit.MILLISECONDS))
        .isEqualTo(7);
  }
}
