package dev.weft.kv.client;

import static dev.weft.kv.client.FakeServer.request;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.refused;
import static dev.weft.kv.testkit.Kv.text;
import static dev.weft.kv.testkit.Kv.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.kv.client.KvFeed.Gap;
import dev.weft.kv.client.KvFeed.Item;
import dev.weft.kv.client.KvFeed.Message;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscriptions that outlive their connection. */
final class KvFeedTest {

  private static final Duration STEP = Duration.ofMillis(5);

  private FakeServer server;
  private RawConnection pool;
  private KvClient client;

  @BeforeEach
  void start() throws Exception {
    server = new FakeServer();
    client = server.client(b -> b.reconnect(Backoff.DEFAULT.withAttempts(3)));
    pool = server.accept();
  }

  @AfterEach
  void stop() throws Exception {
    pool.close();
    server.close();
  }

  private <T> JoinHandle<T> spawn(Future<T> request) {
    return server.weft.spawn(request);
  }

  private RawConnection subscribed(int id) throws IOException {
    RawConnection connection = server.accept();
    assertThat(request(connection).getSubscribe().getTopic()).isEqualTo("news");
    connection.send(ok(integer(id)));
    return connection;
  }

  /** Waits for a connection while the time passes, on which somebody waits for an item. */
  private RawConnection subscribedAfterAPause(JoinHandle<?> waiting, int id) throws Exception {
    Thread time = passing(waiting);
    try {
      return subscribed(id);
    } finally {
      time.interrupt();
      time.join();
    }
  }

  private Thread passing(JoinHandle<?> until) {
    return Thread.ofVirtual()
        .start(
            () -> {
              while (!Thread.currentThread().isInterrupted() && !until.isFinished()) {
                server.clock.advance(STEP);
                LockSupport.parkNanos(1_000_000);
              }
            });
  }

  private KvFeed open(RawConnection[] connection) throws Exception {
    JoinHandle<KvFeed> opening = spawn(client.resubscribing("news"));
    connection[0] = subscribed(1);
    return server.weft.blockOn(opening);
  }

  @Test
  void feed_overALoss_subscribesAgainAndTellsOfTheGap() throws Exception {
    var first = new RawConnection[1];
    KvFeed feed = open(first);
    first[0].send(ok(text("a")));
    assertThat(server.weft.blockOn(feed.next())).isEqualTo(new Message(texts("a")));
    first[0].reset();

    JoinHandle<Item> next = spawn(feed.next());
    try (RawConnection second = subscribedAfterAPause(next, 2)) {
      assertThat(server.weft.blockOn(next))
          .isInstanceOfSatisfying(Gap.class, gap -> assertThat(gap.reason()).isNotNull());
      second.send(ok(text("b")));
      assertThat(server.weft.blockOn(feed.next())).isEqualTo(new Message(texts("b")));
      // One that was read too slowly is subscribed again as well.
      second.send(refused(500, "too slow"));
      second.end();
      JoinHandle<Item> afterwards = spawn(feed.next());
      try (RawConnection third = subscribedAfterAPause(afterwards, 3)) {
        assertThat(server.weft.blockOn(afterwards))
            .isInstanceOfSatisfying(
                Gap.class, gap -> assertThat(gap.reason()).hasMessage("too slow"));
        server.weft.blockOn(feed.closeAsync());
        assertThat(third.endsNow()).isTrue(); // its side
        assertThat(server.weft.blockOn(feed.next())).isNull();
      }
    }
  }

  @Test
  void waitForAnItem_cancelledDuringALoss_losesNothing() throws Exception {
    var first = new RawConnection[1];
    KvFeed feed = open(first);
    first[0].close();
    JoinHandle<Item> cancelled = spawn(feed.next());
    Eventually.until("the first is closed", () -> tasksOf("KvSubscription", cancelled));
    cancelled.abort();
    assertThat(server.failure(cancelled)).isInstanceOf(CancellationException.class);

    JoinHandle<Item> next = spawn(feed.next());
    try (RawConnection second = subscribedAfterAPause(next, 2)) {
      assertThat(server.weft.blockOn(next)).isInstanceOf(Gap.class);
      second.send(ok(text("b")));
      assertThat(server.weft.blockOn(feed.next())).isEqualTo(new Message(texts("b")));
      server.weft.blockOn(feed.closeAsync());
    }
  }

  /** Whether the task that subscribes again has been started beside the one that waits for it. */
  private boolean tasksOf(String what, JoinHandle<?> waiting) {
    assertThat(waiting.isFinished()).as(what).isFalse();
    return server.weft.metrics().liveTasks() >= 4; // the pool's two, the wait, the new one
  }

  @Test
  void feed_refusedWhenItSubscribesAgain_failsAndHasEnded() throws Exception {
    var first = new RawConnection[1];
    KvFeed feed = open(first);
    first[0].close();
    JoinHandle<Item> next = spawn(feed.next());
    Thread time = passing(next);
    try (RawConnection second = server.accept()) {
      request(second);
      second.send(refused(400, "no such thing"));
      assertThat(server.failure(next)).isInstanceOf(KvException.class).hasMessage("no such thing");
    }
    time.join();
    assertThat(server.weft.blockOn(feed.next())).isNull();
    server.weft.blockOn(feed.closeAsync());
  }

  @Test
  void feed_withoutAServer_failsAfterItsAttempts() throws Exception {
    var first = new RawConnection[1];
    KvFeed feed = open(first);
    server.stopListening();
    first[0].close();
    JoinHandle<Item> next = spawn(feed.next());
    server.passUntil("it has given up", STEP, next::isFinished);
    assertThat(server.failure(next))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + server.port());
  }

  @Test
  void feed_closedWhileItSubscribesAgain_leavesNothing() throws Exception {
    var first = new RawConnection[1];
    KvFeed feed = open(first);
    first[0].close();
    JoinHandle<Item> next = spawn(feed.next());
    Eventually.until("it subscribes again", () -> tasksOf("the wait", next));
    next.abort();
    assertThat(server.failure(next)).isInstanceOf(CancellationException.class);
    server.weft.blockOn(feed.closeAsync());
    server.weft.blockOn(client.closeAsync());
    Eventually.until("no task is left", () -> server.weft.metrics().liveTasks() == 0);
    assertThat(server.staysAlone()).isTrue();
  }
}
