package dev.weft.kv.server;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.publish;
import static dev.weft.kv.testkit.Kv.subscribe;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.kv.command.Reply;
import dev.weft.kv.command.Service;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.sync.Notify;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ShutdownTest {

  private final Notify mayAnswer = new Notify();
  private final AtomicInteger started = new AtomicInteger();

  /** Answers each request when the test says so. */
  private final Service slow =
      request ->
          new Reply.One(
              async(
                  () -> {
                    started.incrementAndGet();
                    await(mayAnswer.notified());
                    return ok(text("late"));
                  }));

  @Test
  void shutdown_withARequestInFlight_finishesItThenCloses() throws Exception {
    try (RunningServer server = RunningServer.start(builder -> builder.service(slow));
        RawConnection busy = server.connect();
        RawConnection idle = server.connect()) {
      busy.send(hget("t", "k"));
      Eventually.until("the request is in flight", () -> started.get() == 1);

      server.shutdown();

      assertThat(idle.endsNow()).isTrue();
      assertThat(server.isServing()).isTrue();
      mayAnswer.notifyOne();
      assertThat(busy.response()).isEqualTo(ok(text("late")));
      assertThat(busy.endsNow()).isTrue();
      server.awaitEnd();
    }
  }

  @Test
  void shutdown_withRequestsSentAhead_answersThemAll() throws Exception {
    try (RunningServer server = RunningServer.start(builder -> builder.service(slow));
        RawConnection busy = server.connect()) {
      for (int i = 0; i < 3; i++) {
        busy.send(hget("t", "k"));
      }
      Eventually.until("the first request is in flight", () -> started.get() == 1);
      server.shutdown();

      for (int i = 1; i <= 3; i++) {
        int due = i;
        Eventually.until("request " + i + " is in flight", () -> started.get() == due);
        mayAnswer.notifyOne();
        assertThat(busy.response()).isEqualTo(ok(text("late")));
      }
      assertThat(busy.endsNow()).isTrue();
    }
  }

  @Test
  void shutdown_withARequestThatNeverEnds_closesAtItsLimit() throws Exception {
    try (RunningServer server =
            RunningServer.start(
                builder -> builder.service(slow).shutdownLimit(Duration.ofMillis(100)));
        RawConnection busy = server.connect()) {
      busy.send(hget("t", "k"));
      Eventually.until("the request is in flight", () -> started.get() == 1);

      server.shutdown();
      server.awaitEnd();

      assertThat(busy.endsNow()).isTrue();
    }
  }

  @Test
  void shutdown_ofASubscription_sendsWhatWasPublishedThenEnds() throws Exception {
    try (RunningServer server = RunningServer.start();
        RawConnection subscriber = server.connect();
        RawConnection publisher = server.connect()) {
      assertThat(subscriber.ask(subscribe("a"))).isEqualTo(ok(integer(1)));
      for (int i = 0; i < 50; i++) {
        assertThat(publisher.ask(publish("a", integer(i)))).isEqualTo(ok());
      }

      server.shutdown();

      for (int i = 0; i < 50; i++) {
        assertThat(subscriber.response()).isEqualTo(ok(integer(i)));
      }
      assertThat(subscriber.endsNow()).isTrue();
      server.awaitEnd();
    }
  }

  @Test
  void shutdown_done_freesTheAddress() throws Exception {
    int port;
    try (RunningServer server = RunningServer.start()) {
      port = server.port();
      server.shutdown();
      server.awaitEnd();
      assertThatThrownBy(() -> RawConnection.to(port)).isInstanceOf(IOException.class);
    }
    try (RunningServer again = RunningServer.start(builder -> builder.address("127.0.0.1", port));
        RawConnection connection = again.connect()) {
      assertThat(connection.ask(hget("t", "k")).getStatus()).isEqualTo(404);
    }
  }

  @Test
  void runtime_closedUnderTheServer_endsEverything() throws Exception {
    RunningServer server = RunningServer.start(builder -> builder.service(slow));
    RawConnection busy = server.connect();
    busy.send(hget("t", "k"));
    Eventually.until("the request is in flight", () -> started.get() == 1);

    server.weft().close();

    assertThat(busy.endsNow()).isTrue();
    assertThatThrownBy(() -> RawConnection.to(server.port())).isInstanceOf(IOException.class);
    busy.close();
  }
}
