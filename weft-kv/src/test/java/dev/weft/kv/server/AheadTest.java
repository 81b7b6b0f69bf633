package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.hdel;
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
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import dev.weft.kv.command.Overlap;
import dev.weft.kv.command.Reply;
import dev.weft.kv.command.Service;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandRequest.RequestDataCase;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.testkit.Kv;
import dev.weft.stream.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that sends without waiting for answers, and a service that answers when told to. */
final class AheadTest {

  private final List<Call> calls = new ArrayList<>();
  private final List<Call> begun = new ArrayList<>();
  private final List<Call> cancelled = new ArrayList<>();
  private final InMemoryServer server = new InMemoryServer(builder -> builder.service(new Told()));
  private final InMemoryPeer peer = server.connect();

  /** A request that was begun. */
  private final class Call extends LeafFuture<CommandResponse> {
    private final boolean cancelsAtOnce;
    private CommandResponse response;
    private Waker waker;
    private boolean cancelled;

    Call(boolean cancelsAtOnce) {
      this.cancelsAtOnce = cancelsAtOnce;
    }

    void answer(int number) {
      answer(ok(integer(number)));
    }

    void answer(CommandResponse response) {
      this.response = response;
      waker.wake();
    }

    @Override
    protected Object pollLeaf(Context cx) {
      if (waker == null) {
        begun.add(this);
      }
      waker = cx.waker();
      return response == null ? PENDING : response;
    }

    @Override
    protected boolean cancelLeaf() {
      if (!cancelled) {
        AheadTest.this.cancelled.add(this);
      }
      cancelled = true;
      return cancelsAtOnce;
    }
  }

  private final class Told implements Service {
    @Override
    public Reply execute(CommandRequest request) {
      var call = new Call(request.getRequestDataCase() != RequestDataCase.HDEL);
      calls.add(call);
      return new Reply.One(call);
    }

    @Override
    public Overlap overlap(CommandRequest request) {
      return switch (request.getRequestDataCase()) {
        case HSET, HDEL -> Overlap.WRITES;
        case HGET, SUBSCRIBE -> Overlap.READS;
        default -> Overlap.NONE;
      };
    }
  }

  private static CommandRequest write() {
    return hset("t", "k", text("v"));
  }

  private static CommandRequest read() {
    return hget("t", "k");
  }

  @Test
  void writes_sentAhead_areBegunTogetherAndAnsweredInOrder() throws Exception {
    peer.send(write(), write(), write());
    assertThat(calls).hasSize(3);

    calls.get(2).answer(2);
    calls.get(1).answer(1);
    peer.run();
    assertThat(peer.responseOrNull()).isNull();

    calls.get(0).answer(0);
    peer.run();
    for (int i = 0; i < 3; i++) {
      assertThat(peer.response()).isEqualTo(ok(integer(i)));
    }
  }

  @Test
  void writes_comingLater_joinTheRun() throws Exception {
    peer.send(write());
    peer.send(write());
    calls.get(0).answer(0);
    peer.run();
    peer.send(write());
    assertThat(calls).hasSize(3);
    calls.get(2).answer(2);
    calls.get(1).answer(1);
    peer.run();
    for (int i = 0; i < 3; i++) {
      assertThat(peer.response()).isEqualTo(ok(integer(i)));
    }
  }

  @Test
  void read_behindWrites_waitsForTheirAnswersAndHoldsBackWhatFollows() throws Exception {
    peer.send(write(), write(), read(), read(), write());
    assertThat(calls).hasSize(2);
    calls.get(1).answer(1);
    peer.run();
    assertThat(calls).hasSize(2);
    calls.get(0).answer(0);
    peer.run();
    assertThat(calls).as("both reads").hasSize(4);
    calls.get(3).answer(3);
    calls.get(2).answer(2);
    peer.run();
    assertThat(calls).hasSize(5);
    calls.get(4).answer(4);
    peer.run();
    for (int i = 0; i < 5; i++) {
      assertThat(peer.response()).isEqualTo(ok(integer(i)));
    }
    assertThat(peer.served().bufferBytes()).isZero();
  }

  @Test
  void writes_behindManyThatSpendTheBudget_areBegunInOrder() throws Exception {
    var refusing =
        new Service() {
          @Override
          public Reply execute(CommandRequest request) {
            boolean refuses = request.getHset().getPair().getKey().equals("bad");
            return refuses ? new Reply.One(new Refused()) : new Told().execute(request);
          }

          @Override
          public Overlap overlap(CommandRequest request) {
            return Overlap.WRITES;
          }
        };
    InMemoryPeer client = new InMemoryServer(builder -> builder.service(refusing)).connect();
    var requests = new ArrayList<CommandRequest>();
    CommandRequest bad = hset("t", "bad", text("v"));
    requests.addAll(Collections.nCopies(40, bad));
    requests.add(write());
    requests.addAll(Collections.nCopies(60, bad));
    requests.add(write());
    client.send(requests.toArray(CommandRequest[]::new));
    client.send(write(), write());
    assertThat(begun).hasSize(4).isEqualTo(calls);
  }

  /** A request that is answered without any work. */
  private static final class Refused extends LeafFuture<CommandResponse> {
    @Override
    protected Object pollLeaf(Context cx) {
      return Kv.refused(400, "no");
    }
  }

  @Test
  void writes_ofAClientThatIsGone_areCancelledFromTheLastOn() throws Exception {
    peer.send(write(), write(), write());
    peer.served().cancel();
    // Whatever an engine takes meanwhile, it has done none of them without those before it.
    assertThat(cancelled).isEqualTo(calls.reversed());
  }

  @Test
  void request_thatOverlapsWithNothing_isAlone() throws Exception {
    peer.send(publish("a", text("x")), publish("a", text("y")), write());
    assertThat(calls).hasSize(1);
    calls.get(0).answer(0);
    peer.run();
    assertThat(calls).hasSize(2);
  }

  /** Answers so many requests that small answers are expected. */
  private void answerSome() throws Exception {
    for (int i = 0; i < 32; i++) {
      peer.send(write());
      calls.get(i).answer(i);
      peer.run();
      assertThat(peer.response()).isEqualTo(ok(integer(i)));
    }
    calls.clear();
  }

  @Test
  void requests_beforeTheFirstAnswers_areFew() throws Exception {
    var requests = new CommandRequest[Execution.MAX_AHEAD];
    Arrays.fill(requests, read());
    peer.send(requests);
    assertThat(calls).hasSize(1 + Execution.MAX_AHEAD_BYTES / Execution.FIRST_ANSWER_BYTES);
  }

  @Test
  void requests_behindLargeAnswers_areNotBegunUntilThoseAreOnTheirWay() throws Exception {
    answerSome();
    CommandResponse large = ok(text("x".repeat(Execution.MAX_AHEAD_BYTES)));
    var requests = new CommandRequest[20];
    Arrays.fill(requests, read());
    peer.send(read());
    calls.get(0).answer(large);
    peer.run();
    assertThat(peer.response()).isEqualTo(large);

    peer.send(requests);
    for (int i = 1; i <= requests.length; i++) {
      assertThat(calls).as("one in front and one behind it").hasSizeLessThanOrEqualTo(i + 2);
      calls.get(i).answer(large);
      peer.run();
      assertThat(peer.response()).isEqualTo(large);
    }
  }

  @Test
  void requests_moreThanTheLimit_waitInTheBuffer() throws Exception {
    answerSome();
    var requests = new CommandRequest[Execution.MAX_AHEAD + 10];
    Arrays.fill(requests, write());
    peer.send(requests);
    assertThat(calls).hasSize(1 + Execution.MAX_AHEAD);
    for (int i = 0; i < requests.length; i++) {
      calls.get(i).answer(i);
      peer.run();
      assertThat(peer.response()).isEqualTo(ok(integer(i)));
    }
  }

  @Test
  void requests_ofMoreBytesThanTheLimit_waitInTheBuffer() throws Exception {
    CommandRequest large = hset("t", "k", text("x".repeat(Execution.MAX_AHEAD_BYTES / 2)));
    peer.send(large, large, large, large, large);
    assertThat(calls).as("one in front, and two with which the limit is passed").hasSize(3);
    for (int i = 0; i < 5; i++) {
      calls.get(i).answer(i);
      peer.run();
      assertThat(peer.response()).isEqualTo(ok(integer(i)));
    }
  }

  @Test
  void badFrame_behindWrites_endsTheConnectionAfterTheirAnswers() throws Exception {
    peer.send(write(), write());
    peer.send(new byte[] {0, 0, 0, 2, -1, -1});
    assertThat(peer.sawEnd()).isFalse();
    calls.get(0).answer(0);
    calls.get(1).answer(1);
    peer.run();
    assertThat(peer.response()).isEqualTo(ok(integer(0)));
    assertThat(peer.response()).isEqualTo(ok(integer(1)));
    assertThat(peer.sawEnd()).isTrue();
  }

  @Test
  void clientsEnd_behindWrites_isSeenAfterTheirAnswers() throws Exception {
    peer.send(write(), write());
    peer.end();
    assertThat(peer.isOver()).isFalse();
    calls.get(1).answer(1);
    calls.get(0).answer(0);
    peer.run();
    assertThat(peer.response()).isEqualTo(ok(integer(0)));
    assertThat(peer.response()).isEqualTo(ok(integer(1)));
    assertThat(peer.sawEnd()).isTrue();
    assertThat(peer.isOver()).isTrue();
  }

  @Test
  void client_goneWithWritesUnderWay_letsThemBeDone() throws Exception {
    peer.send(write(), write());
    peer.close();
    assertThat(calls).noneMatch(call -> call.cancelled);
    calls.get(0).answer(0);
    calls.get(1).answer(1);
    peer.run();
    assertThat(peer.isOver()).isTrue();
    assertThat(calls).noneMatch(call -> call.cancelled);
  }

  @Test
  void cancelled_withWritesUnderWay_cancelsAllAndWaitsForThoseThatNeedTime() throws Exception {
    CommandRequest slow = hdel("t", "k");
    peer.send(write(), slow, write(), slow);

    peer.served().cancel();
    assertThat(calls).allMatch(call -> call.cancelled);
    peer.run();
    assertThat(peer.isOver()).isFalse();

    calls.get(3).answer(3);
    peer.run();
    assertThat(peer.isOver()).isFalse();
    calls.get(1).answer(1);
    assertThatThrownBy(peer::run).isInstanceOf(Cancellation.class);
    assertThat(peer.sawEnd()).isTrue();
  }

  @Test
  void stop_withWritesUnderWay_answersThemAndWhatIsAtHand() throws Exception {
    peer.send(write(), write());
    server.stop.stop();
    peer.send(write());
    assertThat(calls).as("after the stop none is begun ahead").hasSize(2);
    for (int i = 0; i < 3; i++) {
      calls.get(i).answer(i);
      peer.run();
      assertThat(peer.response()).isEqualTo(ok(integer(i)));
    }
  }

  @Test
  void stream_fromAServiceThatSaidItMayOverlap_closesTheConnectionInItsTurn() throws Exception {
    var lying =
        new Service() {
          @Override
          public Reply execute(CommandRequest request) {
            return request.hasSubscribe()
                ? new Reply.Many(Streams.fromIterable(List.of()), () -> {})
                : new Told().execute(request);
          }

          @Override
          public Overlap overlap(CommandRequest request) {
            return Overlap.READS;
          }
        };
    InMemoryPeer client = new InMemoryServer(builder -> builder.service(lying)).connect();
    client.send(read(), subscribe("a"), read());
    assertThat(client.sawEnd()).isFalse();
    assertThat(calls).as("none is begun behind it").hasSize(1);

    calls.get(0).answer(0);
    client.run();
    assertThat(client.isOver()).isTrue();
  }

  @Test
  void service_thatThrowsForARequestCarriedOutAhead_endsItForItsHooksToo() throws Exception {
    List<String> seen = new ArrayList<>();
    var throwing =
        new Service() {
          @Override
          public Reply execute(CommandRequest request) {
            if (request.getHset().getPair().getKey().equals("bad")) {
              throw new IllegalStateException("planned");
            }
            return new Told().execute(request);
          }

          @Override
          public Overlap overlap(CommandRequest request) {
            return Overlap.WRITES;
          }
        };
    InMemoryPeer client =
        new InMemoryServer(
                builder -> builder.service(throwing).hook((_, request) -> noting(seen, request)))
            .connect();
    client.send(write(), hset("t", "bad", text("v")), write());
    assertThat(calls).hasSize(1);
    calls.get(0).answer(0);
    client.run();

    assertThat(client.isOver()).isTrue();
    assertThat(seen).contains("bad ended java.lang.IllegalStateException: planned");
  }

  @Test
  void hooks_ofRequestsCarriedOutAhead_seeEachToItsEnd() throws Exception {
    List<String> seen = new ArrayList<>();
    var hooked =
        new InMemoryServer(
            builder -> builder.service(new Told()).hook((_, request) -> noting(seen, request)));
    InMemoryPeer client = hooked.connect();
    client.send(write(), hset("t", "refused", text("v")), write(), write());
    assertThat(seen).containsExactly("k received", "refused received", "k received", "k received");
    seen.clear();

    calls.get(0).answer(0);
    client.run();
    assertThat(client.response()).isEqualTo(ok(integer(0)));
    assertThat(client.response().getStatus()).isEqualTo(500);
    assertThat(seen).containsExactly("k sent", "k ended null");
    assertThat(calls).as("the refused one wasn't carried out").hasSize(3);
    seen.clear();

    client.served().cancel();
    assertThatThrownBy(client::run).isInstanceOf(Cancellation.class);
    assertThat(seen).hasSize(2).allMatch(line -> line.startsWith("k ended dev.weft.Cancellation"));
  }

  private static RequestObserver noting(List<String> seen, CommandRequest request) {
    String key = request.getHset().getPair().getKey();
    seen.add(key + " received");
    if (key.equals("refused")) {
      throw new IllegalStateException("planned");
    }
    return new RequestObserver() {
      @Override
      public void afterSend(CommandResponse response) {
        seen.add(key + " sent");
      }

      @Override
      public void ended(Throwable cause) {
        seen.add(key + " ended " + cause);
      }
    };
  }
}
