package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.NONE;
import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.hset;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.publish;
import static dev.weft.kv.testkit.Kv.subscribe;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.kv.command.Reply;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.testkit.RawConnection;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One connection in memory, with a clock that stands still. */
final class ConnectionTest {

  private static final Duration SETTLE = Duration.ofMillis(50);
  private static final Duration IDLE = Duration.ofMinutes(5);

  /** An answer that never comes. */
  private static final class Never extends LeafFuture<CommandResponse> {
    private boolean cancelled;

    @Override
    protected Object pollLeaf(Context cx) {
      return PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      cancelled = true;
      return true;
    }
  }

  @Test
  void connections_atRest_holdNoBufferAndOneTimerEach() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    List<InMemoryPeer> peers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      InMemoryPeer peer = server.connect(4 << 10);
      peers.add(peer);
      assertThat(peer.ask(hset("t", "k" + i, text("v".repeat(1_000)))).getStatus()).isEqualTo(200);
      assertThat(peer.ask(hget("t", "k" + i))).isEqualTo(ok(text("v".repeat(1_000))));
    }
    server.advance(Duration.ZERO);

    assertThat(server.services.timers().size()).isEqualTo(500);
    assertThat(peers).allMatch(peer -> peer.served().bufferBytes() == 0);
  }

  @Test
  void timer_ofABusyConnection_isNotSetAgainForEachRequest() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.connect();
    for (int i = 0; i < 1_000; i++) {
      peer.ask(hget("t", "k"));
      server.advance(Duration.ofMillis(100)); // 100 seconds in all
      assertThat(server.services.timers().size()).isLessThanOrEqualTo(1);
    }
    int polls = peer.polls();

    server.advance(IDLE.minusSeconds(100)); // the timer of the first request
    assertThat(peer.run()).isFalse();
    assertThat(peer.polls()).isEqualTo(polls + 1);
    server.advance(Duration.ofSeconds(99));
    assertThat(peer.run()).isFalse();
    server.advance(Duration.ofSeconds(1));
    assertThat(peer.run()).isTrue();
    assertThat(peer.sawEnd()).isTrue();
    assertThat(server.services.timers().size()).isZero();
  }

  @Test
  void client_inTheMiddleOfARequest_hasItsTimeFromTheLastAnswer() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.connect();
    byte[] frame = RawConnection.frame(hget("t", "k"));
    peer.run();
    for (int i = 0; i < 5; i++) {
      server.advance(Duration.ofSeconds(59));
      peer.send(new byte[] {frame[i]}); // a byte a minute doesn't keep it alive
      assertThat(peer.isOver()).isFalse();
    }
    server.advance(Duration.ofSeconds(5));
    assertThat(peer.run()).isTrue();
  }

  @Test
  void client_thatTakesNoAnswers_isCutOffInTime() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.connect(64);
    peer.send(hset("t", "k", text("v".repeat(1_000))));
    peer.receive();
    byte[] get = RawConnection.frame(hget("t", "k"));
    int sent = get.length;
    for (int i = 0; i < 1_000 && sent == get.length; i++) {
      sent = peer.send(get);
    }
    assertThat(sent).as("the bounded buffer stops the client").isLessThan(get.length);

    server.advance(IDLE);
    assertThat(peer.run()).isTrue();
  }

  @Test
  void endInsideAFrame_comingWithARequest_doesntCostItsAnswer() throws Exception {
    InMemoryPeer peer = InMemoryServer.plain().connect();
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(RawConnection.frame(hset("t", "k", text("v"))));
    bytes.write(RawConnection.frame(hget("t", "k")), 0, 6);
    peer.sendWithEnd(bytes.toByteArray());

    assertThat(peer.response()).isEqualTo(ok(NONE));
    assertThat(peer.sawEnd()).isTrue();
    assertThat(peer.isOver()).isTrue();
  }

  @Test
  void subscriber_withNothingToTake_isSilentForEver() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.subscriber("a", 4 << 10);
    for (int i = 0; i < 10; i++) {
      server.advance(IDLE);
      assertThat(peer.run()).isFalse();
    }
    assertThat(server.services.timers().size()).isZero();
    assertThat(peer.served().bufferBytes()).isZero();
    server.connect().ask(publish("a", text("late")));
    assertThat(peer.response()).isEqualTo(ok(text("late")));
  }

  @Test
  void subscriber_inTheMiddleOfAFrame_doesntHoldItsBufferForEver() throws Exception {
    var server = new InMemoryServer(builder -> builder.idleTimeout(Duration.ofSeconds(10)));
    InMemoryPeer subscriber = server.subscriber("a", 1 << 20);
    subscriber.send(Arrays.copyOf(RawConnection.frame(hget("t", "k")), 6));
    server.advance(Duration.ofSeconds(9));
    server.connect().ask(publish("a", text("m")));
    subscriber.run();
    assertThat(subscriber.response()).isEqualTo(ok(text("m")));
    assertThat(subscriber.isOver()).isFalse();

    server.advance(Duration.ofSeconds(2));
    subscriber.run();
    assertThat(subscriber.isOver()).isTrue();
  }

  @Test
  void subscriber_thatSendsMoreRequests_holdsNoBufferForThem() throws Exception {
    var server = new InMemoryServer(builder -> builder.idleTimeout(Duration.ofSeconds(10)));
    InMemoryPeer subscriber = server.connect();
    subscriber.send(subscribe("a"), hget("t", "k"), hget("t", "k"));
    assertThat(subscriber.response()).isEqualTo(ok(integer(1)));
    assertThat(subscriber.served().bufferBytes()).isZero();
    server.advance(Duration.ofSeconds(30));
    subscriber.run();
    assertThat(subscriber.isOver()).isFalse();
  }

  @Test
  void requests_moreThanABudget_areAnsweredInSeveralPolls() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.connect();
    var requests = new CommandRequest[1_000];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = hset("t", "k", integer(i));
    }
    peer.send(requests);

    assertThat(peer.polls()).isGreaterThan(5);
    assertThat(peer.response().getValues(0)).isEqualTo(NONE);
    for (int i = 1; i < requests.length; i++) {
      assertThat(peer.response()).isEqualTo(ok(integer(i - 1)));
    }
  }

  @Test
  void stop_withARequestStillOnItsWay_answersIt() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.connect();
    peer.ask(hget("t", "k"));
    server.stop.stop();
    peer.run();
    server.advance(SETTLE.minusMillis(2));
    peer.run();

    assertThat(peer.ask(hget("t", "k")).getStatus()).isEqualTo(404);

    server.advance(Duration.ofMillis(2)); // counted from the stop, not from the last request
    peer.run();
    assertThat(peer.sawEnd()).isTrue();
  }

  @Test
  void stop_withUnreadBytes_waitsForTheClientsEndBeforeTheClose() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.connect();
    peer.ask(hget("t", "k"));
    server.stop.stop();
    peer.run();
    server.advance(SETTLE);
    peer.run();

    assertThat(peer.sawEnd()).isTrue();
    assertThat(peer.isOver()).isFalse();
    peer.send(hget("t", "k")); // on its way when we ended
    assertThat(peer.isOver()).isFalse();
    peer.end();
    assertThat(peer.isOver()).isTrue();
    assertThat(server.services.timers().size()).isZero();
  }

  @Test
  void stop_withAClientThatStays_closesAfterAMoment() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.connect();
    peer.run();
    server.stop.stop();
    assertThat(peer.run()).isFalse();
    server.advance(SETTLE);
    assertThat(peer.run()).isFalse();

    server.advance(Duration.ofSeconds(1));

    assertThat(peer.run()).isTrue();
  }

  @Test
  void stop_withAClientThatNeverPauses_answersABoundedNumberMore() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.connect(16);
    peer.ask(hget("t", "k"));
    server.stop.stop();
    int answered = 0;
    for (int i = 0; i < 1_000 && !peer.sawEnd(); i++) {
      peer.send(hget("t", "k"));
      while (peer.responseOrNull() != null) {
        answered++;
      }
    }
    assertThat(peer.sawEnd()).isTrue();
    assertThat(answered).isLessThan(600);
  }

  @Test
  void connection_cancelledInARequest_cancelsItAndClosesTheStream() throws Exception {
    var never = new Never();
    var server = new InMemoryServer(builder -> builder.service(_ -> new Reply.One(never)));
    InMemoryPeer peer = server.connect();
    peer.send(hget("t", "k"));
    assertThat(peer.served().toString()).isEqualTo("Connection[peer, EXECUTING]");

    assertThat(peer.served().cancel()).isFalse();

    assertThat(never.cancelled).isTrue();
    assertThatThrownBy(peer::run).isInstanceOf(Cancellation.class);
    assertThat(peer.sawEnd()).isTrue();
    assertThat(peer.served().cancel()).isTrue();
  }

  @Test
  void connection_cancelledBeforeItsFirstPoll_closesTheStream() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.connect();
    peer.served().cancel();
    assertThatThrownBy(peer::run).isInstanceOf(Cancellation.class);
    assertThat(peer.sawEnd()).isTrue();
    assertThat(server.services.timers().size()).isZero();
  }

  @Test
  void subscriber_cancelled_endsItsSubscription() throws Exception {
    InMemoryServer server = InMemoryServer.plain();
    InMemoryPeer peer = server.subscriber("a", 4 << 10);
    peer.served().cancel();
    assertThatThrownBy(peer::run).isInstanceOf(Cancellation.class);
    InMemoryPeer other = server.connect();
    assertThat(other.ask(subscribe("a"))).isEqualTo(ok(integer(2)));
    other.close();
  }

  @Test
  void service_thatThrows_costsItsConnectionOnly() throws Exception {
    var server =
        new InMemoryServer(
            builder ->
                builder.service(
                    _ -> {
                      throw new IllegalStateException("a bug of the service");
                    }));
    InMemoryPeer peer = server.connect();
    peer.send(hget("t", "k"));
    assertThat(peer.isOver()).isTrue();
    assertThat(peer.sawEnd()).isTrue();
  }
}
