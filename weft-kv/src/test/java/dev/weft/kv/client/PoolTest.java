package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.kv.client.FakeServer.request;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.codec.FrameTooLargeException;
import dev.weft.kv.proto.Value;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How requests are spread over connections, and what a bad answer does to one of them. */
final class PoolTest {

  private static final int DEEP = 32;

  private FakeServer server;

  @BeforeEach
  void start() throws Exception {
    server = new FakeServer();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private <T> JoinHandle<T> spawn(Future<T> request) {
    return server.weft.spawn(request);
  }

  private List<JoinHandle<Value>> ask(KvClient client, int requests) {
    var handles = new ArrayList<JoinHandle<Value>>();
    for (int i = 0; i < requests; i++) {
      handles.add(spawn(client.hget("t", "k")));
      int expected = i + 1;
      Eventually.until(
          "it was taken", () -> client.stats().inFlight() + client.stats().waiting() >= expected);
    }
    return handles;
  }

  private static void answer(RawConnection connection, int requests) throws IOException {
    for (int i = 0; i < requests; i++) {
      request(connection);
      connection.send(ok(text("v")));
    }
  }

  private void awaitAll(List<JoinHandle<Value>> handles) throws Exception {
    for (JoinHandle<Value> handle : handles) {
      assertThat(server.weft.blockOn(handle)).isEqualTo(text("v"));
    }
  }

  @Test
  void pool_underADeepLoad_growsToItsMaximumAndShrinksWhenIdle() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 2).idleTimeout(Duration.ofSeconds(60)));
    try (RawConnection first = server.accept()) {
      List<JoinHandle<Value>> some = ask(client, DEEP);
      assertThat(server.staysAlone()).isTrue();
      List<JoinHandle<Value>> more = ask(client, 0);
      more.add(spawn(client.hget("t", "k")));
      try (RawConnection second = server.accept()) {
        Eventually.until("two are open", () -> client.stats().connections() == 2);
        for (int i = 0; i < 100; i++) {
          more.add(spawn(client.hget("t", "k")));
        }
        Eventually.until("all are taken", () -> client.stats().inFlight() == DEEP + 101);
        assertThat(server.staysAlone()).isTrue();
        answer(first, DEEP);
        awaitAll(some);
        // How the others are spread depends on when each connection came for them.
        Thread answering = Thread.ofVirtual().start(() -> answerAll(first));
        answerUntil(second, more);
        awaitAll(more);

        server.passUntil(
            "one is closed", Duration.ofSeconds(1), () -> client.stats().connections() == 1);
        server.clock.advance(Duration.ofMinutes(10));
        assertThat(client.stats().connections()).isEqualTo(1);
        first.close();
        answering.join();
      }
    }
  }

  private static void answerAll(RawConnection connection) {
    try {
      answer(connection, Integer.MAX_VALUE);
    } catch (IOException closed) {
      // the client or the test did it
    }
  }

  private static void answerUntil(RawConnection connection, List<JoinHandle<Value>> handles) {
    Thread answering = Thread.ofVirtual().start(() -> answerAll(connection));
    Eventually.until("all are answered", () -> handles.stream().allMatch(JoinHandle::isFinished));
    assertThat(answering.isAlive()).isTrue();
  }

  @Test
  void lightLoad_staysOnOneConnection() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 4));
    try (RawConnection first = server.accept()) {
      for (int i = 0; i < 100; i++) {
        List<JoinHandle<Value>> few = ask(client, 3);
        answer(first, 3);
        awaitAll(few);
      }
    }
    assertThat(client.stats().opened()).isEqualTo(1);
  }

  @Test
  void connections_withoutAMinimum_areAllClosedWhenIdleAndComeBack() throws Exception {
    KvClient client = server.client(b -> b.connections(0, 4).idleTimeout(Duration.ofSeconds(60)));
    try (RawConnection first = server.accept()) {
      List<JoinHandle<Value>> one = ask(client, 1);
      answer(first, 1);
      awaitAll(one);
      server.passUntil(
          "it is closed", Duration.ofSeconds(1), () -> client.stats().connections() == 0);
      assertThat(first.endsNow()).isTrue();
    }
    List<JoinHandle<Value>> another = ask(client, 1);
    try (RawConnection second = server.accept()) {
      answer(second, 1);
      awaitAll(another);
    }
    assertThat(client.stats().reconnects()).isZero();
  }

  @Test
  void callers_aboveMaxInFlight_waitAndAreServedInOrder() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 1).maxInFlight(2));
    try (RawConnection connection = server.accept()) {
      List<JoinHandle<Value>> five = ask(client, 5);
      assertThat(client.stats().inFlight()).isEqualTo(2);
      assertThat(client.stats().waiting()).isEqualTo(3);
      request(connection);
      request(connection);
      assertThat(connection.staysSilent()).isTrue();
      connection.send(ok(text("v")));
      connection.send(ok(text("v")));
      answer(connection, 3);
      awaitAll(five);
    }
  }

  @Test
  void answer_toNoRequest_closesTheConnection() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 1));
    try (RawConnection first = server.accept()) {
      first.send(ok());
      assertThat(first.endsNow()).isTrue();
    }
    List<JoinHandle<Value>> next = ask(client, 1);
    try (RawConnection second = server.accept()) {
      request(second);
      second.send(ok(text("v")));
      second.send(ok(text("one too many")));
      awaitAll(next);
      assertThat(second.endsNow()).isTrue();
    }
  }

  @Test
  void answerOutOfProtocol_failsWhatIsOnItsWayWithoutRepeatingAnything() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 1).maxInFlight(2).maxMessage(1_000));
    JoinHandle<Value> get = spawn(client.hget("t", "k"));
    try (RawConnection first = server.accept()) {
      request(first);
      JoinHandle<Value> set = spawn(client.hset("t", "k", text("v")));
      request(first);
      first.sendHex("000003e9");
      assertThat(server.failure(get))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(KvUnknownOutcomeException.class)
          .hasMessageContaining("1001 bytes")
          .hasCauseInstanceOf(FrameTooLargeException.class);
      assertThat(server.failure(set))
          .isInstanceOf(KvUnknownOutcomeException.class)
          .hasCauseInstanceOf(FrameTooLargeException.class);
      assertThat(first.endsNow()).isTrue();
    }
    assertThat(server.staysAlone()).isTrue();
  }

  @Test
  void moreAnswersThanRequests_inOneGo_failNobody() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 1));
    JoinHandle<Value> get = spawn(client.hget("t", "k"));
    try (RawConnection first = server.accept()) {
      request(first);
      first.sendHex("00000009 08c8011a040a027631" + "00000003 08c801");
      assertThat(server.weft.blockOn(get)).isEqualTo(text("v1"));
      assertThat(first.endsNow()).isTrue();
    }
  }

  @Test
  void request_thatIsTooLarge_failsAlone() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 1).maxMessage(1_000));
    Value large = Value.newBuilder().setBinary(ByteString.copyFrom(new byte[2_000])).build();
    try (RawConnection connection = server.accept()) {
      for (int i = 0; i < 300; i++) { // more than may be in flight
        assertThat(server.failure(spawn(client.hset("t", "k", large))))
            .isInstanceOf(FrameTooLargeException.class);
      }
      List<JoinHandle<Value>> next = ask(client, 1);
      answer(connection, 1);
      awaitAll(next);
      assertThat(client.stats().inFlight()).isZero();
    }
  }

  @Test
  void shutdown_withRequestsOnTheirWay_letsThemFinishAndRefusesOthers() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 1).maxInFlight(1));
    try (RawConnection connection = server.accept()) {
      List<JoinHandle<Value>> two = ask(client, 2);
      JoinHandle<Boolean> shutdown = spawn(client.shutdown(Duration.ofSeconds(3)));
      Eventually.until(
          "requests are refused",
          () -> {
            JoinHandle<Value> refused = spawn(client.hget("t", "k"));
            refused.abort();
            return server.failure(refused) instanceof IOException;
          });
      answer(connection, 2);
      assertThat(server.weft.blockOn(shutdown)).isTrue();
      awaitAll(two);
      assertThat(connection.endsNow()).isTrue();
    }
    assertThatThrownBy(() -> server.weft.blockOn(client.hget("t", "k")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("client was closed");
    Eventually.until("no task is left", () -> server.weft.metrics().liveTasks() == 0);
  }

  @Test
  void shutdown_ofAClientWhoseServerIsSilent_endsAtItsLimit() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 1));
    try (RawConnection connection = server.accept()) {
      JoinHandle<Value> get = spawn(client.hset("t", "k", text("v")));
      request(connection);
      JoinHandle<Boolean> shutdown = spawn(client.shutdown(Duration.ofSeconds(3)));
      server.passUntil("it has ended", Duration.ofMillis(100), shutdown::isFinished);
      assertThat(server.weft.blockOn(shutdown)).isFalse();
      assertThat(server.failure(get))
          .isInstanceOf(KvUnknownOutcomeException.class)
          .hasMessageContaining("client was closed");
    }
    Eventually.until("no task is left", () -> server.weft.metrics().liveTasks() == 0);
  }

  @Test
  void pipeline_keepsTheOrderOfPolls_andFailsAsAWhole() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 4).maxInFlight(100));
    try (RawConnection pool = server.accept()) {
      KvPipeline pipeline = server.weft.blockOn(client.pipeline());
      try (RawConnection own = server.accept()) {
        var outcomes = new ArrayList<Future<Object>>();
        for (int i = 0; i < 150; i++) {
          outcomes.add(outcome(pipeline.hset("t", "k" + i, text("v"))));
        }
        JoinHandle<List<Object>> all = spawn(join(outcomes)); // polls them in their order
        for (int i = 0; i < 100; i++) {
          assertThat(request(own).getHset().getPair().getKey()).isEqualTo("k" + i);
        }
        for (int i = 0; i < 50; i++) {
          own.send(ok(text("v")));
        }
        for (int i = 100; i < 150; i++) {
          assertThat(request(own).getHset().getPair().getKey()).isEqualTo("k" + i);
        }
        own.close();
        List<Object> ends = server.weft.blockOn(all);
        assertThat(ends.subList(0, 50)).containsOnly(text("v"));
        assertThat(ends.subList(50, 150)).hasOnlyElementsOfType(KvUnknownOutcomeException.class);
        assertThat(server.failure(spawn(pipeline.hget("t", "k"))))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("The pipeline's connection to");
      }
      List<JoinHandle<Value>> others = ask(client, 1);
      answer(pool, 1);
      awaitAll(others);
    }
  }

  private static Future<Object> outcome(Future<Value> request) {
    return async(
        () -> {
          try {
            return await(request);
          } catch (IOException failure) {
            return failure;
          }
        });
  }

  @Test
  void pipeline_lostWithRequestsInLine_saysThatTheyWereNotSent() throws Exception {
    KvClient client = server.client(b -> b.maxInFlight(1));
    try (RawConnection pool = server.accept()) {
      KvPipeline pipeline = server.weft.blockOn(client.pipeline());
      RawConnection own = server.accept();
      JoinHandle<Value> sent = spawn(pipeline.hget("t", "sent"));
      request(own);
      JoinHandle<Value> waiting = spawn(pipeline.hset("t", "waiting", text("v")));
      own.close();
      assertThat(server.failure(sent))
          .isNotInstanceOf(KvUnknownOutcomeException.class)
          .hasMessageContaining("gave no answer to Hget");
      assertThat(server.failure(waiting))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(KvUnknownOutcomeException.class);
      assertThat(pool.staysSilent()).isTrue();
    }
  }
}
