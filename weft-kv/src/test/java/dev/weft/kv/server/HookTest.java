package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.NONE;
import static dev.weft.kv.testkit.Kv.hdel;
import static dev.weft.kv.testkit.Kv.hexist;
import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.hgetall;
import static dev.weft.kv.testkit.Kv.hmdel;
import static dev.weft.kv.testkit.Kv.hmexist;
import static dev.weft.kv.testkit.Kv.hmget;
import static dev.weft.kv.testkit.Kv.hmset;
import static dev.weft.kv.testkit.Kv.hset;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.pair;
import static dev.weft.kv.testkit.Kv.publish;
import static dev.weft.kv.testkit.Kv.refused;
import static dev.weft.kv.testkit.Kv.subscribe;
import static dev.weft.kv.testkit.Kv.text;
import static dev.weft.kv.testkit.Kv.unsubscribe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HookTest {

  private static final CommandResponse HOOK_FAILED = refused(500, "A hook of the server failed.");

  private final List<String> seen = new ArrayList<>();
  private int requests;

  /** Notes each step with the number of its request, and may fail at one. */
  private final class Recorder implements ServiceHook {
    private final String name;
    private final String failsAt;

    Recorder(String name, String failsAt) {
      this.name = name;
      this.failsAt = failsAt;
    }

    @Override
    public RequestObserver received(String peer, CommandRequest request) {
      int number = ++requests;
      note("received", number + " from " + peer);
      return new RequestObserver() {
        @Override
        public void executed(CommandResponse response) {
          note("executed", number + " " + response.getStatus());
        }

        @Override
        public CommandResponse beforeSend(CommandResponse response) {
          note("beforeSend", String.valueOf(number));
          return response;
        }

        @Override
        public void afterSend(CommandResponse sent) {
          note("afterSend", number + " " + sent.getStatus());
        }

        @Override
        public void ended(Throwable cause) {
          note("ended", number + (cause == null ? "" : " " + cause.getClass().getSimpleName()));
        }
      };
    }

    private void note(String step, String what) {
      seen.add(name + step + " " + what);
      if (step.equals(failsAt)) {
        throw new IllegalStateException("the hook's bug");
      }
    }
  }

  private InMemoryServer server(ServiceHook... hooks) {
    return new InMemoryServer(
        builder -> {
          for (ServiceHook hook : hooks) {
            builder.hook(hook);
          }
          return builder;
        });
  }

  private InMemoryServer recorded() {
    return server(new Recorder("", "never"));
  }

  @Test
  void request_answered_passesAllStepsInOrder() throws Exception {
    InMemoryPeer peer = recorded().connect();

    peer.ask(hget("t", "k"));

    assertThat(seen)
        .containsExactly(
            "received 1 from peer", "executed 1 404", "beforeSend 1", "afterSend 1 404", "ended 1");
  }

  @Test
  void requests_ofEachKind_areSeenToTheirEnd() throws Exception {
    InMemoryServer server = recorded();
    server.subscriber("a", 1 << 10);
    InMemoryPeer peer = server.connect();
    List<CommandRequest> kinds =
        List.of(
            hget("t", "k"),
            hgetall("t"),
            hmget("t", "k"),
            hset("t", "k", text("v")),
            hmset("t", pair("k", text("v"))),
            hdel("t", "k"),
            hmdel("t", "k"),
            hexist("t", "k"),
            hmexist("t", "k"),
            publish("a", text("m")),
            unsubscribe("a", 1),
            CommandRequest.getDefaultInstance());
    for (CommandRequest request : kinds) {
      seen.clear();
      int status = peer.ask(request).getStatus();
      int number = requests;
      assertThat(seen)
          .as(request.getRequestDataCase().name())
          .containsExactly(
              "received " + number + " from peer",
              "executed " + number + " " + status,
              "beforeSend " + number,
              "afterSend " + number + " " + status,
              "ended " + number);
    }
  }

  @Test
  void subscription_served_passesTheLaterStepsForEachResponse() throws Exception {
    InMemoryServer server = recorded();
    InMemoryPeer subscriber = server.subscriber("a", 1 << 10);
    assertThat(seen)
        .containsExactly(
            "received 1 from peer", "executed 1 200", "beforeSend 1", "afterSend 1 200");
    InMemoryPeer peer = server.connect();
    peer.ask(publish("a", text("m")));
    seen.clear();

    assertThat(subscriber.response()).isEqualTo(ok(text("m")));
    assertThat(seen).containsExactly("executed 1 200", "beforeSend 1", "afterSend 1 200");
    peer.ask(unsubscribe("a", 1));
    seen.clear();
    assertThat(subscriber.sawEnd()).isTrue();
    assertThat(seen).containsExactly("ended 1");
  }

  @Test
  void hooks_several_seeEachStepInTheirOrderAndWhatTheOthersLeft() throws Exception {
    ServiceHook stamps =
        (_, _) ->
            new RequestObserver() {
              @Override
              public CommandResponse beforeSend(CommandResponse response) {
                return response.toBuilder().setMessage("stamped").setStatus(201).build();
              }
            };
    InMemoryPeer peer = server(new Recorder("a-", ""), stamps, new Recorder("b-", "")).connect();

    assertThat(peer.ask(hset("t", "k", text("v"))))
        .isEqualTo(ok(NONE).toBuilder().setMessage("stamped").setStatus(201).build());
    assertThat(seen)
        .containsExactly(
            "a-received 1 from peer",
            "b-received 2 from peer",
            "a-executed 1 200",
            "b-executed 2 200",
            "a-beforeSend 1",
            "b-beforeSend 2",
            "a-afterSend 1 201",
            "b-afterSend 2 201",
            "a-ended 1",
            "b-ended 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"received", "executed", "beforeSend"})
  void hook_thatThrowsBeforeTheAnswer_failsItsRequestAndNothingElse(String step) throws Exception {
    InMemoryServer server = server(new Recorder("", step), new Recorder("other-", ""));
    InMemoryPeer peer = server.connect();

    assertThat(peer.ask(hget("t", "k"))).isEqualTo(HOOK_FAILED);
    assertThat(peer.ask(hget("t", "k"))).isEqualTo(HOOK_FAILED);
    assertThat(seen).contains("other-afterSend 2 500", "other-ended 2", "other-ended 4");
  }

  @Test
  void hook_thatThrowsInReceived_keepsTheRequestFromBeingCarriedOut() throws Exception {
    ServiceHook readOnly =
        (_, request) -> {
          if (request.hasHset()) {
            throw new IllegalArgumentException("read only");
          }
          return RequestObserver.NONE;
        };
    InMemoryPeer peer = server(readOnly).connect();
    assertThat(peer.ask(hset("t", "k", text("v")))).isEqualTo(HOOK_FAILED);
    assertThat(peer.ask(hget("t", "k")).getStatus()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"afterSend", "ended"})
  void hook_thatThrowsAfterTheAnswer_costsNothing(String step) throws Exception {
    InMemoryPeer peer = server(new Recorder("", step), new Recorder("other-", "")).connect();
    assertThat(peer.ask(hget("t", "k")).getStatus()).isEqualTo(404);
    assertThat(peer.ask(hget("t", "k")).getStatus()).isEqualTo(404);
    assertThat(seen).contains("other-ended 2", "other-ended 4");
  }

  @Test
  void subscription_whoseHookThrows_endsWithThat() throws Exception {
    ServiceHook picky =
        (_, _) ->
            new RequestObserver() {
              @Override
              public void executed(CommandResponse response) {
                if (response.getValuesList().contains(text("bad"))) {
                  throw new IllegalStateException("the hook's bug");
                }
              }
            };
    InMemoryServer server = server(picky);
    InMemoryPeer subscriber = server.subscriber("a", 1 << 10);
    InMemoryPeer peer = server.connect();
    peer.ask(hset("t", "k", text("v")));
    for (String message : List.of("good", "bad", "good")) {
      peer.send(publish("a", text(message)));
    }
    assertThat(subscriber.response()).isEqualTo(ok(text("good")));
    assertThat(subscriber.response()).isEqualTo(HOOK_FAILED);
    assertThat(subscriber.sawEnd()).isTrue();
  }

  @Test
  void connection_thatDies_tellsTheHooksOfEachAnswerThatDidNotLeave() throws Exception {
    InMemoryServer server = recorded();
    InMemoryPeer peer = server.connect(200);
    peer.ask(hset("t", "k", text("v".repeat(150))));
    seen.clear();
    peer.send(hget("t", "k"), hget("t", "k"), hget("t", "k"));
    peer.close();

    assertThat(peer.isOver()).isTrue();
    assertThat(seen).contains("afterSend 2 200", "ended 2", "ended 3 IOException");
    assertThat(seen.stream().filter(step -> step.startsWith("ended"))).hasSize(3);
  }

  @Test
  void subscriber_thatDies_tellsTheHooksOnce() throws Exception {
    InMemoryServer server = recorded();
    InMemoryPeer subscriber = server.subscriber("a", 1 << 10);
    subscriber.close();
    server.connect().send(publish("a", text("m")));
    subscriber.run();
    assertThat(seen.stream().filter(step -> step.startsWith("ended 1"))).hasSize(1);
    assertThat(seen).contains("ended 1 IOException");
  }

  @Test
  void answer_tooLargeToBeSent_isSeenAsWhatWasSent() throws Exception {
    var server =
        new InMemoryServer(
            builder -> builder.maxFrame(2_000).maxMessage(2_000).hook(new Recorder("", "")));
    InMemoryPeer peer = server.connect();
    for (int i = 0; i < 3; i++) {
      peer.ask(hset("t", "k" + i, text("v".repeat(1_000))));
    }
    seen.clear();
    assertThat(peer.ask(hmget("t", "k0", "k1", "k2")).getStatus()).isEqualTo(500);
    assertThat(seen)
        .containsExactly(
            "received 4 from peer", "executed 4 200", "beforeSend 4", "afterSend 4 500", "ended 4");
  }

  @Test
  void subscription_answered_beginsWithItsNumberForTheHooks() throws Exception {
    InMemoryPeer peer = recorded().connect();
    assertThat(peer.ask(subscribe("a"))).isEqualTo(ok(integer(1)));
    peer.end();
    assertThat(peer.isOver()).isFalse();
  }
}
