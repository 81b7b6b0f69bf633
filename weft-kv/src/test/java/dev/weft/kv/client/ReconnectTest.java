package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.kv.client.FakeServer.request;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.weft.Async;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.Value;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.net.TcpStream;
import dev.weft.sync.Notify;
import dev.weft.testkit.Eventually;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of requests and connections when a connection is lost. */
final class ReconnectTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final FakeServer server = newServer();

  private static FakeServer newServer() {
    try {
      return new FakeServer();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private static KvClientBuilder one(KvClientBuilder builder) {
    return builder.connections(1, 1);
  }

  private <T> JoinHandle<T> spawn(Future<T> request) {
    return server.weft.spawn(request);
  }

  private static void untilGone(KvClient client) {
    Eventually.until("the loss is noticed", () -> client.stats().connections() == 0);
  }

  @Test
  void idleConnection_closedByTheServer_isReplacedWhenARequestComes() throws Exception {
    KvClient client = server.client(ReconnectTest::one);
    server.accept().close();
    untilGone(client);
    assertThat(server.staysAlone()).isTrue();

    JoinHandle<Value> get = spawn(client.hget("t", "k"));
    try (RawConnection second = server.accept()) {
      assertThat(request(second).getHget().getKey()).isEqualTo("k");
      second.send(ok(text("v")));
      assertThat(server.weft.blockOn(get)).isEqualTo(text("v"));
    }
    assertThat(client.stats().opened()).isEqualTo(2);
    assertThat(client.stats().reconnects()).isEqualTo(1);
  }

  @Test
  void write_sentAndNotAnswered_failsAsUnknownAndIsNotRepeated() throws Exception {
    KvClient client = server.client(ReconnectTest::one);
    JoinHandle<Value> set = spawn(client.hset("t", "k", text("v")));
    try (RawConnection first = server.accept()) {
      request(first);
    }

    assertThat(server.failure(set))
        .isInstanceOf(KvUnknownOutcomeException.class)
        .hasMessageContaining("127.0.0.1:" + server.port())
        .hasMessageContaining("Hset, which may have been carried out")
        .hasCauseInstanceOf(EOFException.class);
    assertThat(server.staysAlone()).isTrue();
  }

  @Test
  void read_sentAndNotAnswered_isSentOnceMoreAndNotTwice() throws Exception {
    KvClient client = server.client(ReconnectTest::one);
    JoinHandle<Value> lucky = spawn(client.hget("t", "lucky"));
    try (RawConnection first = server.accept()) {
      request(first);
    }
    try (RawConnection second = server.accept(client, 2)) {
      assertThat(request(second).getHget().getKey()).isEqualTo("lucky");
      second.send(ok(text("v")));
      assertThat(server.weft.blockOn(lucky)).isEqualTo(text("v"));

      JoinHandle<Value> unlucky = spawn(client.hget("t", "unlucky"));
      request(second);
      second.close();
      try (RawConnection third = server.accept(client, 3)) {
        request(third);
      }
      assertThat(server.failure(unlucky))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(KvUnknownOutcomeException.class)
          .hasMessageContaining("gave no answer to Hget");
    }
    assertThat(client.stats().sentAgain()).isEqualTo(2);
  }

  @Test
  void write_thatWaitedInLine_goesOverTheNextConnection() throws Exception {
    KvClient client = server.client(b -> b.connections(1, 1).maxInFlight(1));
    JoinHandle<Value> sent = spawn(client.hset("t", "sent", text("v")));
    try (RawConnection first = server.accept()) {
      request(first);
      JoinHandle<Value> waiting = spawn(client.hset("t", "waiting", text("v")));
      Eventually.until("it waits", () -> client.stats().waiting() == 1);
      first.close();
      try (RawConnection second = server.accept(client, 2)) {
        assertThat(request(second).getHset().getPair().getKey()).isEqualTo("waiting");
        second.send(ok(text("old")));
        assertThat(server.weft.blockOn(waiting)).isEqualTo(text("old"));
      }
    }
    assertThat(server.failure(sent)).isInstanceOf(KvUnknownOutcomeException.class);
  }

  @Test
  void writes_ofWhichTheServerReadNothing_areRepeatedOnlyIfTheyWereNotWritten() throws Exception {
    KvClient client = server.client(ReconnectTest::one);
    var random = new Random(1);
    var requests = new ArrayList<JoinHandle<Value>>();
    byte[] large = new byte[1 << 20];
    random.nextBytes(large); // can't be compressed
    Value value = Value.newBuilder().setBinary(ByteString.copyFrom(large)).build();
    try (RawConnection first = server.accept()) {
      for (int i = 0; i < 20; i++) {
        requests.add(spawn(client.hset("t", "k" + i, value)));
      }
      Eventually.until("all are taken", () -> client.stats().inFlight() == 20);
      first.reset();
    }
    var repeated = new HashSet<String>();
    try (RawConnection second = server.accept(client, 2)) {
      var unknown = new HashSet<String>();
      for (int i = 0; i < 20; i++) {
        if (requests.get(i).isFinished()) {
          continue;
        }
        // Those that are left come in order.
        second.frameHex();
        second.send(ok(text("old")));
        repeated.add("k" + i);
        assertThat(server.weft.blockOn(requests.get(i))).isEqualTo(text("old"));
      }
      for (int i = 0; i < 20; i++) {
        if (!repeated.contains("k" + i)) {
          assertThat(server.failure(requests.get(i))).isInstanceOf(KvUnknownOutcomeException.class);
          unknown.add("k" + i);
        }
      }
      // The system takes some megabytes and no more.
      assertThat(unknown).isNotEmpty().contains("k0");
      assertThat(repeated).isNotEmpty().contains("k19");
    }
  }

  /** A way to the server that can be blocked. */
  private final class Door implements Dialer<TcpStream> {
    private volatile boolean shut;

    @Override
    public Future<TcpStream> dial(String host, int port) {
      server.dials.incrementAndGet();
      return shut
          ? async(
              () -> {
                throw new ConnectException("No way to " + host + ":" + port);
              })
          : TcpStream.connect(host, port);
    }
  }

  @Test
  void serverThatIsDown_isTriedWithGrowingPausesUntilItIsBack() throws Exception {
    var door = new Door();
    var backoff = new Backoff(SECOND, Duration.ofSeconds(8), Backoff.UNLIMITED);
    KvClient client =
        server.client(
            b -> one(b).dialer(door).reconnect(backoff).requestTimeout(Duration.ofDays(1)));
    server.accept().close();
    untilGone(client);
    door.shut = true;

    JoinHandle<Value> get = spawn(client.hget("t", "k"));
    var pauses = new ArrayList<Long>();
    Eventually.until("the first attempt, without a pause", () -> server.dials.get() == 2);
    for (int attempt = 3; attempt < 9; attempt++) {
      int before = attempt;
      long since = server.clock.nanoTime();
      server.passUntil(
          "attempt " + before, Duration.ofMillis(100), () -> server.dials.get() == before);
      pauses.add((server.clock.nanoTime() - since) / 1_000_000);
    }
    // A pause is noticed some steps late; it is never shorter than half of what it is at most.
    long[] least = {500, 1_000, 2_000, 4_000, 4_000, 4_000};
    for (int i = 0; i < least.length; i++) {
      assertThat(pauses.get(i)).as("pause " + i).isGreaterThan(least[i] - 200);
    }
    door.shut = false;
    server.passUntil("another attempt", SECOND, () -> server.dials.get() == 9);
    try (RawConnection second = server.accept()) {
      request(second);
      second.send(ok(text("v")));
      assertThat(server.weft.blockOn(get)).isEqualTo(text("v"));
    }
  }

  @Test
  void attempts_whenTheyAreUsedUp_failWhatWaits() throws Exception {
    var door = new Door();
    KvClient client =
        server.client(b -> one(b).dialer(door).reconnect(Backoff.DEFAULT.withAttempts(3)));
    server.accept().close();
    untilGone(client);
    door.shut = true;

    JoinHandle<Value> get = spawn(client.hget("t", "k"));
    JoinHandle<Value> set = spawn(client.hset("t", "k", text("v")));
    server.passUntil("both have failed", Duration.ofMillis(10), () -> set.isFinished());
    assertThat(server.failure(get)).isInstanceOf(IOException.class);
    assertThat(server.failure(set))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(KvUnknownOutcomeException.class)
        .hasMessage("Hset was not sent: No way to 127.0.0.1:" + server.port());
    assertThat(server.dials.get()).isEqualTo(4);

    door.shut = false;
    JoinHandle<Value> later = spawn(client.hget("t", "k"));
    server.passUntil("another attempt", Duration.ofMillis(50), () -> server.dials.get() == 5);
    try (RawConnection second = server.accept()) {
      request(second);
      second.send(ok(text("v")));
      assertThat(server.weft.blockOn(later)).isEqualTo(text("v"));
    }
  }

  @Test
  void request_whileNobodyIsThere_waitsUpToItsTimeout() throws Exception {
    var door = new Door();
    KvClient client = server.client(b -> one(b).dialer(door));
    server.accept().close();
    untilGone(client);
    door.shut = true;

    JoinHandle<Value> set = spawn(client.hset("t", "k", text("v")));
    long since = server.clock.nanoTime();
    server.passUntil("it has failed", Duration.ofMillis(100), set::isFinished);
    assertThat(server.failure(set))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("within PT10S: it was not sent");
    assertThat(server.clock.nanoTime() - since).isGreaterThan(9_000_000_000L);
    assertThat(client.stats().timeouts()).isEqualTo(1);
    assertThat(client.stats().waiting()).isZero();

    // Nobody asks, so nobody dials.
    int dials = server.dials.get();
    server.clock.advance(Duration.ofMinutes(1));
    Eventually.until("the last attempt is over", () -> server.weft.metrics().liveTasks() <= 1);
    assertThat(server.dials.get()).isBetween(dials, dials + 1);
  }

  @Test
  void dialer_thatNeverComesBack_isGivenUpAfterTheConnectTimeout() throws Exception {
    var cancelled = new Notify();
    JoinHandle<KvClient> connecting =
        spawn(
            server
                .builder()
                .connectTimeout(SECOND)
                .dialer(
                    (host, port) ->
                        Async.<TcpStream>async(
                            () -> {
                              try {
                                await(new Notify().notified());
                                throw new AssertionError("nobody notifies");
                              } finally {
                                cancelled.notifyOne();
                              }
                            }))
                .connect());
    server.passUntil("it was given up", Duration.ofMillis(100), connecting::isFinished);
    assertThat(server.failure(connecting))
        .isInstanceOf(ConnectException.class)
        .hasMessage("No connection to 127.0.0.1:" + server.port() + " within PT1S");
    server.weft.blockOn(cancelled.notified());
  }

  @Test
  void serverThatClosesEachConnection_isKnockedAtWithPausesOnly() throws Exception {
    KvClient client = server.client(b -> one(b).requestTimeout(Duration.ofDays(1)));
    server.accept().close();
    untilGone(client);
    var requests = new ArrayList<JoinHandle<Value>>();
    for (int number = 2; number < 6; number++) {
      requests.add(spawn(client.hset("t", "k", text("v"))));
      try (RawConnection next = server.accept(client, number)) {
        // It is sent here: one that had not been sent would not fail.
        request(next);
      }
      assertThat(server.failure(requests.getLast())).isInstanceOf(KvUnknownOutcomeException.class);
      untilGone(client);
    }
    JoinHandle<Value> last = spawn(client.hset("t", "k", text("v")));
    Eventually.until("it waits", () -> client.stats().waiting() == 1);
    assertThat(server.staysAlone()).isTrue(); // the clock stands still, and so does the client
    try (RawConnection good = server.accept(client, 6)) {
      request(good);
      good.send(ok(text("old")));
      assertThat(server.weft.blockOn(last)).isEqualTo(text("old"));
    }
  }

  @Test
  void runtime_closed_endsCallsOfOtherRuntimes() throws Exception {
    KvClient client = server.client(ReconnectTest::one);
    try (RawConnection connection = server.accept();
        Weft other = Weft.builder().workers(1).build()) {
      JoinHandle<Value> get = other.spawn(client.hget("t", "k"));
      request(connection);
      server.weft.close();

      assertThat(FakeServer.failure(other, get))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("closed together with its runtime");
      assertThatThrownBy(() -> other.blockOn(client.hget("t", "k")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("closed together with its runtime");
    }
  }

  @Test
  void runtime_closedWhileNoConnectionIsOpen_endsLaterCalls() throws Exception {
    KvClient client = server.client(ReconnectTest::one);
    server.accept().close();
    untilGone(client);
    server.weft.close();
    try (Weft other = Weft.builder().workers(1).build()) {
      assertThatThrownBy(() -> other.blockOn(client.hget("t", "k")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("closed together with its runtime");
    }
  }

  @Test
  void request_cancelledBeforeItsConnectionWasLost_isNotRepeated() throws Exception {
    KvClient client = server.client(ReconnectTest::one);
    JoinHandle<Value> get = spawn(client.hget("t", "k"));
    try (RawConnection first = server.accept()) {
      request(first);
      get.abort();
      assertThat(server.failure(get)).isInstanceOf(CancellationException.class);
    }
    untilGone(client);
    assertThat(server.staysAlone()).isTrue();
    assertThat(client.stats().sentAgain()).isZero();
  }

  @Test
  void requestsWithoutData_areNoReads() {
    assertThat(Requests.isRead(CommandRequest.getDefaultInstance())).isFalse();
    assertThat(Requests.isRead(Requests.publish("t", List.of()))).isFalse();
    assertThat(Requests.isRead(Requests.hmexist("t", List.of()))).isTrue();
  }
}
