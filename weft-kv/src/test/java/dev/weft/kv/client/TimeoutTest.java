package dev.weft.kv.client;

import static dev.weft.kv.client.FakeServer.request;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.kv.proto.Value;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests whose callers give up, by the clock or by themselves. */
final class TimeoutTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private FakeServer server;

  @BeforeEach
  void start() throws Exception {
    server = new FakeServer();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private KvClient client(int connections) throws Exception {
    return server.client(b -> b.connections(1, connections).maxInFlight(4));
  }

  private <T> JoinHandle<T> spawn(Future<T> request) {
    return server.weft.spawn(request);
  }

  private void cancel(JoinHandle<?> handle) {
    handle.abort();
    assertThat(server.failure(handle)).isInstanceOf(CancellationException.class);
  }

  @Test
  void request_withoutAnAnswer_timesOutOnTheDotAndKeepsItsPlace() throws Exception {
    KvClient client = client(1);
    try (RawConnection connection = server.accept()) {
      JoinHandle<Value> late = spawn(client.hset("t", "late", text("v")));
      request(connection);
      server.clock.advance(TIMEOUT.minusNanos(1));
      assertThat(late.isFinished()).isFalse();
      server.clock.advanceNanos(1);
      assertThat(server.failure(late))
          .isInstanceOf(TimeoutException.class)
          .hasMessage(
              "Hset was not answered by 127.0.0.1:"
                  + server.port()
                  + " within PT10S: it was sent and may have been carried out.");
      assertThat(client.stats().inFlight()).isEqualTo(1);

      // No answer has come since: nothing more is sent there.
      JoinHandle<Value> next = spawn(client.hget("t", "next"));
      Eventually.until("it waits", () -> client.stats().waiting() == 1);
      connection.send(ok(text("for the late one")));
      assertThat(request(connection).getHget().getKey()).isEqualTo("next");
      connection.send(ok(text("for the next one")));
      assertThat(server.weft.blockOn(next)).isEqualTo(text("for the next one"));
      assertThat(client.stats().timeouts()).isEqualTo(1);
    }
  }

  @Test
  void answer_betweenTheTimeoutAndTheCallersNextLook_leavesTheTimeout() throws Exception {
    KvClient client = client(1);
    try (RawConnection connection = server.accept()) {
      var slowCaller = new HeldBack<>(client.hset("t", "k", text("v")));
      JoinHandle<Value> late = spawn(slowCaller);
      request(connection);
      server.clock.advance(TIMEOUT);
      Eventually.until("the time is up", () -> client.stats().timeouts() == 1);
      connection.send(ok(text("too late")));
      Eventually.until("it was read", () -> client.stats().inFlight() == 0);
      slowCaller.release();
      assertThat(server.failure(late)).isInstanceOf(TimeoutException.class);
    }
  }

  /** A future that is polled once, and then only when it was released: its owner is slow. */
  private static final class HeldBack<T> implements Future<T> {

    private final Future<T> held;
    private boolean begun;
    private boolean released;
    private Waker waker;

    HeldBack(Future<T> held) {
      this.held = held;
    }

    @Override
    public synchronized Poll<T> poll(Context cx) throws Exception {
      waker = cx.waker();
      if (begun && !released) {
        return Poll.pending();
      }
      begun = true;
      return held.poll(cx);
    }

    synchronized void release() {
      released = true;
      waker.wake();
    }
  }

  @Test
  void connection_silentForTheGraceAfterATimeout_isReplaced() throws Exception {
    KvClient client = client(1);
    try (RawConnection silent = server.accept()) {
      JoinHandle<Value> late = spawn(client.hget("t", "late"));
      request(silent);
      server.clock.advance(TIMEOUT.minusSeconds(1));
      JoinHandle<Value> set = spawn(client.hset("t", "behind", text("v")));
      request(silent);
      server.clock.advance(Duration.ofSeconds(1));
      assertThat(server.failure(late)).isInstanceOf(TimeoutException.class);
      JoinHandle<Value> waiting = spawn(client.hset("t", "waiting", text("v")));
      Eventually.until("it waits", () -> client.stats().waiting() == 1);
      server.clock.advance(GRACE.minusNanos(1));
      assertThat(client.stats().connections()).isEqualTo(1);
      server.clock.advanceNanos(1);

      assertThat(server.failure(set))
          .isInstanceOf(KvUnknownOutcomeException.class)
          .hasMessageContaining("no answer came within PT5S after the time of a request was up");
      assertThat(silent.endsNow()).isTrue();
      try (RawConnection second = server.accept(client, 2)) {
        assertThat(request(second).getHset().getPair().getKey()).isEqualTo("waiting");
        second.send(ok(text("old")));
        assertThat(server.weft.blockOn(waiting)).isEqualTo(text("old"));
      }
    }
  }

  @Test
  void suspectConnection_ofAPoolThatMayGrow_isLeftToItself() throws Exception {
    KvClient client = client(2);
    try (RawConnection silent = server.accept()) {
      JoinHandle<Value> late = spawn(client.hget("t", "late"));
      request(silent);
      server.clock.advance(TIMEOUT);
      assertThat(server.failure(late)).isInstanceOf(TimeoutException.class);

      JoinHandle<Value> next = spawn(client.hget("t", "next"));
      try (RawConnection second = server.accept()) {
        assertThat(request(second).getHget().getKey()).isEqualTo("next");
        second.send(ok(text("v")));
        assertThat(server.weft.blockOn(next)).isEqualTo(text("v"));
      }
    }
  }

  @Test
  void suspectConnection_thatAnswersSlowly_isKept() throws Exception {
    KvClient client = client(1);
    try (RawConnection slow = server.accept()) {
      var requests = new ArrayList<JoinHandle<Value>>();
      for (int i = 0; i < 4; i++) {
        requests.add(spawn(client.hget("t", "k" + i)));
        request(slow);
      }
      server.clock.advance(TIMEOUT);
      for (JoinHandle<Value> late : requests) {
        assertThat(server.failure(late)).isInstanceOf(TimeoutException.class);
      }
      for (int i = 0; i < 4; i++) {
        server.clock.advance(GRACE.minusNanos(1));
        slow.send(ok(text("late " + i)));
        int left = 3 - i;
        Eventually.until("it was read", () -> client.stats().inFlight() == left);
      }
      JoinHandle<Value> next = spawn(client.hget("t", "next"));
      request(slow);
      slow.send(ok(text("in time")));
      assertThat(server.weft.blockOn(next)).isEqualTo(text("in time"));
    }
    assertThat(client.stats().opened()).isEqualTo(1);
  }

  @Test
  void cancelledRequests_behindASilentServer_leaveNothingButTheirPlaces() throws Exception {
    KvClient client = client(1);
    try (RawConnection silent = server.accept()) {
      for (int i = 0; i < 1_000; i++) {
        JoinHandle<Value> request = spawn(client.hget("t", "k" + i));
        if (i < 4) {
          request(silent);
        } else {
          Eventually.until("it waits", () -> client.stats().waiting() == 1);
        }
        cancel(request);
      }
      assertThat(client.stats().inFlight()).isEqualTo(4);
      assertThat(client.stats().waiting()).isZero();

      // Though nobody waits for an answer any more, the silence is noticed.
      server.clock.advance(TIMEOUT);
      server.passUntil("it is given up", GRACE, () -> client.stats().connections() == 0);
      assertThat(silent.endsNow()).isTrue();
    }
  }

  @Test
  void request_cancelledWhileItWaits_isNotSent() throws Exception {
    KvClient client = client(1);
    try (RawConnection connection = server.accept()) {
      var requests = new ArrayList<JoinHandle<Value>>();
      for (int i = 0; i < 4; i++) {
        requests.add(spawn(client.hget("t", "k" + i)));
        request(connection);
      }
      JoinHandle<Value> dropped = spawn(client.hget("t", "dropped"));
      Eventually.until("it waits", () -> client.stats().waiting() == 1);
      JoinHandle<Value> kept = spawn(client.hget("t", "kept"));
      Eventually.until("both wait", () -> client.stats().waiting() == 2);
      cancel(dropped);

      connection.send(ok(text("v0")));
      assertThat(request(connection).getHget().getKey()).isEqualTo("kept");
      for (int i = 1; i < 4; i++) {
        connection.send(ok(text("v" + i)));
      }
      connection.send(ok(text("kept")));
      assertThat(server.weft.blockOn(kept)).isEqualTo(text("kept"));
      for (int i = 0; i < 4; i++) {
        assertThat(server.weft.blockOn(requests.get(i))).isEqualTo(text("v" + i));
      }
    }
  }

  @Test
  void request_cancelledOnItsWay_leavesTheOthersTheirAnswers() throws Exception {
    KvClient client = client(1);
    try (RawConnection connection = server.accept()) {
      JoinHandle<Value> first = spawn(client.hget("t", "first"));
      request(connection);
      JoinHandle<Value> second = spawn(client.hget("t", "second"));
      request(connection);
      cancel(first);
      connection.send(ok(text("1")));
      connection.send(ok(text("2")));
      assertThat(server.weft.blockOn(second)).isEqualTo(text("2"));
    }
  }

  @Test
  void subscribing_withoutAnAnswer_timesOutAndClosesTheConnection() throws Exception {
    KvClient client = client(1);
    try (RawConnection first = server.accept()) {
      JoinHandle<KvSubscription> subscribing = spawn(client.subscribe("t"));
      try (RawConnection silent = server.accept()) {
        request(silent);
        assertThat(silent.endsNow()).isTrue(); // its side
        server.passUntil("it has failed", Duration.ofSeconds(1), subscribing::isFinished);
        assertThat(server.failure(subscribing)).isInstanceOf(TimeoutException.class);
      }
      assertThat(first.staysSilent()).isTrue();
    }
  }

  @Test
  void pipeline_silentForTheGrace_isOfNoMoreUse() throws Exception {
    KvClient client = client(1);
    try (RawConnection first = server.accept()) {
      KvPipeline pipeline = server.weft.blockOn(client.pipeline());
      try (RawConnection silent = server.accept()) {
        JoinHandle<Value> late = spawn(pipeline.hget("t", "k"));
        request(silent);
        server.clock.advance(TIMEOUT);
        assertThat(server.failure(late)).isInstanceOf(TimeoutException.class);
        server.clock.advance(GRACE);
        assertThat(silent.endsNow()).isTrue();
        assertThat(server.failure(spawn(pipeline.hget("t", "k"))))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith("The pipeline's connection to 127.0.0.1:");
      }
      assertThat(first.staysSilent()).isTrue();
    }
  }
}
