package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.publish;
import static dev.weft.kv.testkit.Kv.refused;
import static dev.weft.kv.testkit.Kv.subscribe;
import static dev.weft.kv.testkit.Kv.text;
import static dev.weft.kv.testkit.Kv.unsubscribe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.kv.command.CommandService;
import dev.weft.kv.command.Limits;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.store.MemoryStorage;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SubscriptionTest {

  private final CommandService service = new CommandService(new MemoryStorage(), Limits.DEFAULT);
  private RunningServer server;
  private RawConnection publisher;

  @BeforeEach
  void start() throws Exception {
    server =
        RunningServer.start(builder -> builder.service(service).idleTimeout(Duration.ofSeconds(1)));
    publisher = server.connect();
  }

  @AfterEach
  void stop() throws Exception {
    publisher.close();
    server.close();
    assertThat(service.subscriptions()).isZero();
  }

  /** Subscribes, and checks that the number is the expected one. */
  private RawConnection subscriber(String topic, int id) throws Exception {
    RawConnection subscriber = server.connect();
    assertThat(subscriber.ask(subscribe(topic))).isEqualTo(ok(integer(id)));
    return subscriber;
  }

  @Test
  void subscribers_ofATopic_getEachPublishInOrder() throws Exception {
    try (RawConnection one = subscriber("a", 1);
        RawConnection two = subscriber("a", 2);
        RawConnection other = subscriber("b", 3)) {
      assertThat(publisher.ask(publish("a", text("x"), integer(7)))).isEqualTo(ok());
      assertThat(publisher.ask(publish("a", text("y")))).isEqualTo(ok());
      assertThat(publisher.ask(publish("b"))).isEqualTo(ok());

      for (RawConnection each : new RawConnection[] {one, two}) {
        assertThat(each.response()).isEqualTo(ok(text("x"), integer(7)));
        assertThat(each.response()).isEqualTo(ok(text("y")));
      }
      assertThat(other.response()).isEqualTo(ok());
      for (int id = 1; id <= 2; id++) {
        assertThat(publisher.ask(unsubscribe("a", id))).isEqualTo(ok());
      }
      assertThat(publisher.ask(unsubscribe("b", 3))).isEqualTo(ok());
    }
  }

  @Test
  void subscription_unsubscribedFromElsewhere_endsItsStream() throws Exception {
    try (RawConnection subscriber = subscriber("a", 1)) {
      publisher.ask(publish("a", text("last")));

      assertThat(publisher.ask(unsubscribe("a", 2)))
          .isEqualTo(refused(404, "Not found: subscription 2"));
      assertThat(publisher.ask(unsubscribe("other", 1)))
          .isEqualTo(refused(404, "Not found: subscription 1"));
      assertThat(publisher.ask(unsubscribe("a", 1))).isEqualTo(ok());
      assertThat(publisher.ask(unsubscribe("a", 1)))
          .isEqualTo(refused(404, "Not found: subscription 1"));

      assertThat(subscriber.response()).isEqualTo(ok(text("last")));
      assertThat(subscriber.endsNow()).isTrue();
    }
  }

  @Test
  void client_thatEndsItsSideAfterSubscribe_goesOnReceivingBeyondTheIdleTime() throws Exception {
    try (RawConnection subscriber = server.connect();
        RawConnection silent = server.connect()) {
      subscriber.send(subscribe("a"));
      subscriber.end();
      assertThat(subscriber.response()).isEqualTo(ok(integer(1)));
      assertThat(silent.endsNow()).isTrue(); // so much time has passed

      try (RawConnection later = server.connect()) {
        assertThat(later.ask(publish("a", text("still there")))).isEqualTo(ok());
        assertThat(subscriber.response()).isEqualTo(ok(text("still there")));
        assertThat(later.ask(unsubscribe("a", 1))).isEqualTo(ok());
      }
      assertThat(subscriber.endsNow()).isTrue();
    }
  }

  @Test
  void client_thatIsReset_freesItsSubscriptionAtOnce() throws Exception {
    RawConnection subscriber = subscriber("a", 1);

    subscriber.reset();

    Eventually.until("the subscription is gone", () -> service.subscriptions() == 0);
  }

  @Test
  void client_thatClosed_freesItsSubscriptionWithTheNextPublishes() throws Exception {
    subscriber("a", 1).close();

    Eventually.until(
        "the subscription is gone",
        () -> {
          try (RawConnection other = server.connect()) {
            assertThat(other.ask(publish("a", text("x")))).isEqualTo(ok());
          } catch (IOException broken) {
            throw new AssertionError(broken);
          }
          return service.subscriptions() == 0;
        });
  }

  @Test
  void subscriber_thatReadsNothing_isEndedAndDelaysNobody() throws Exception {
    var text = new StringBuilder(); // that does not compress
    var random = new SplittableRandom(1);
    while (text.length() < 40_000) {
      text.append(Long.toString(random.nextLong(), 36));
    }
    try (RunningServer patient = RunningServer.start(builder -> builder.service(service));
        RawConnection publisher = patient.connect();
        RawConnection slow = patient.connectWithSmallBuffer();
        RawConnection fast = patient.connect()) {
      assertThat(slow.ask(subscribe("a"))).isEqualTo(ok(integer(1)));
      assertThat(fast.ask(subscribe("a"))).isEqualTo(ok(integer(2)));
      int published = 0;
      while (service.subscriptions() == 2) {
        assertThat(published).as("publishes until the slow one is ended").isLessThan(2_000);
        assertThat(publisher.ask(publish("a", integer(published), text(text.toString()))))
            .isEqualTo(ok());
        assertThat(fast.response().getValues(0)).isEqualTo(integer(published));
        published++;
      }
      // What was on its way comes in order; then a last word, or the end for who doesn't read at
      // all.
      CommandResponse last = slow.response();
      long expected = 0;
      while (last.getStatus() == 200) {
        assertThat(last.getValues(0)).isEqualTo(integer(expected++));
        last = slow.response();
      }
      assertThat(last)
          .isEqualTo(
              refused(
                  500, "Subscription 1 to a was ended: 128 messages waited and another one came"));
      assertThat(slow.endsNow()).isTrue();
      assertThat(publisher.ask(unsubscribe("a", 2))).isEqualTo(ok());
    }
  }
}
