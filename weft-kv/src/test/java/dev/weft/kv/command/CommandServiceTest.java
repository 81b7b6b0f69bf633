package dev.weft.kv.command;

import static dev.weft.kv.testkit.Kv.NONE;
import static dev.weft.kv.testkit.Kv.bool;
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

import dev.weft.Weft;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hset;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.store.MemoryStorage;
import dev.weft.stream.Streams;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CommandServiceTest {

  private final Weft weft = Weft.builder().scheduler(Weft.Scheduler.CURRENT_THREAD).build();
  private CommandService service = new CommandService(new MemoryStorage(1 << 20), Limits.DEFAULT);

  @AfterEach
  void stop() {
    weft.close();
  }

  private CommandResponse ask(CommandRequest request) throws Exception {
    return weft.blockOn(((Reply.One) service.execute(request)).response());
  }

  @Test
  void commandsOnOneKey_answered_haveTheKnownForms() throws Exception {
    assertThat(ask(hget("t", "k"))).isEqualTo(refused(404, "Not found: table t, key k"));
    assertThat(ask(hset("t", "k", text("v")))).isEqualTo(ok(NONE));
    assertThat(ask(hset("t", "k", integer(2)))).isEqualTo(ok(text("v")));
    assertThat(ask(hget("t", "k"))).isEqualTo(ok(integer(2)));
    assertThat(ask(hexist("t", "k"))).isEqualTo(ok(bool(true)));
    assertThat(ask(hdel("t", "k"))).isEqualTo(ok(integer(2)));
    assertThat(ask(hdel("t", "k"))).isEqualTo(ok(NONE));
    assertThat(ask(hexist("t", "k"))).isEqualTo(ok(bool(false)));
  }

  @Test
  void commandsOnSeveralKeys_answered_keepTheOrderOfTheKeys() throws Exception {
    assertThat(ask(hmset("t", pair("a", text("1")), pair("b", text("2")), pair("a", text("3")))))
        .isEqualTo(ok(NONE, NONE, text("1")));
    assertThat(ask(hmget("t", "b", "gone", "a"))).isEqualTo(ok(text("2"), NONE, text("3")));
    assertThat(ask(hmexist("t", "gone", "a"))).isEqualTo(ok(bool(false), bool(true)));
    CommandResponse all = ask(hgetall("t"));
    assertThat(all.getStatus()).isEqualTo(200);
    assertThat(all.getPairsList())
        .containsExactlyInAnyOrder(pair("a", text("3")), pair("b", text("2")));
    assertThat(ask(hmdel("t", "a", "gone"))).isEqualTo(ok(text("3"), NONE));
    assertThat(ask(hgetall("gone"))).isEqualTo(ok());
    assertThat(ask(hmget("t"))).isEqualTo(ok());
  }

  @Test
  void request_withoutCommand_is400() throws Exception {
    assertThat(ask(CommandRequest.getDefaultInstance()))
        .isEqualTo(refused(400, "Command is invalid: `Request has no data`"));
  }

  @Test
  void hset_withoutPair_is400() throws Exception {
    var request = CommandRequest.newBuilder().setHset(Hset.newBuilder().setTable("t")).build();
    assertThat(ask(request)).isEqualTo(refused(400, "Command is invalid: `Hset has no pair`"));
  }

  @Test
  void storage_thatFails_is500ForOneKeyAndAnEmptyValueForEachOfSeveral() throws Exception {
    service = new CommandService(new FailingStorage(), Limits.DEFAULT);

    assertThat(ask(hget("t", "k"))).isEqualTo(refused(500, "the disk is gone"));
    assertThat(ask(hset("t", "k", text("v")))).isEqualTo(refused(500, "the disk is gone"));
    assertThat(ask(hdel("t", "k"))).isEqualTo(refused(500, "UncheckedIOException"));
    assertThat(ask(hexist("t", "k"))).isEqualTo(refused(500, "the disk is gone"));
    assertThat(ask(hgetall("t"))).isEqualTo(refused(500, "the disk is gone"));
    assertThat(ask(hmget("t", "a", "good"))).isEqualTo(ok(NONE, text("good")));
    assertThat(ask(hmset("t", pair("a", NONE)))).isEqualTo(ok(NONE));
    assertThat(ask(hmdel("t", "a"))).isEqualTo(ok(NONE));
    assertThat(ask(hmexist("t", "a", "b"))).isEqualTo(ok(NONE, NONE));
  }

  @Test
  void hgetall_ofMoreThanAnAnswerMayHave_is500AndIsNotGathered() throws Exception {
    Iterable<Kvpair> endless = () -> Stream.generate(() -> pair("k", text("v"))).iterator();
    assertThat(weft.blockOn(new AllPairs("t", Streams.fromIterable(endless), 1000)))
        .isEqualTo(
            refused(
                500,
                "The answer is too large to be sent: the pairs of table t take more than 1000"
                    + " bytes."));
  }

  @Test
  void subscription_executed_beginsWithItsFirstPoll() throws Exception {
    var reply = (Reply.Many) service.execute(subscribe("a"));
    assertThat(service.subscriptions()).isZero();

    assertThat(weft.blockOn(reply.responses().next()).response()).isEqualTo(ok(integer(1)));
    assertThat(service.subscriptions()).isEqualTo(1);
    assertThat(ask(publish("a", text("x"), text("y")))).isEqualTo(ok());
    assertThat(weft.blockOn(reply.responses().next()).response())
        .isEqualTo(ok(text("x"), text("y")));
    assertThat(ask(unsubscribe("a", 1))).isEqualTo(ok());
    assertThat(ask(unsubscribe("a", -1)))
        .isEqualTo(refused(404, "Not found: subscription 4294967295"));
    assertThat(weft.blockOn(reply.responses().next())).isNull();
    assertThat(weft.blockOn(reply.responses().next())).isNull();
  }

  @Test
  void subscription_releasedBeforeItsFirstPoll_neverBegins() throws Exception {
    var reply = (Reply.Many) service.execute(subscribe("a"));
    reply.release().run();
    reply.release().run();

    assertThat(weft.blockOn(reply.responses().next())).isNull();
    assertThat(service.subscriptions()).isZero();
  }

  @Test
  void slowSubscription_ended_hasALastWord() throws Exception {
    var reply = (Reply.Many) service.execute(subscribe("a"));
    weft.blockOn(reply.responses().next());
    for (int i = 0; i < 129; i++) {
      ask(publish("a", integer(i)));
    }
    for (int i = 0; i < 128; i++) {
      assertThat(weft.blockOn(reply.responses().next()).response()).isEqualTo(ok(integer(i)));
    }

    assertThat(weft.blockOn(reply.responses().next()).response())
        .isEqualTo(
            refused(
                500, "Subscription 1 to a was ended: 128 messages waited and another one came"));
    assertThat(weft.blockOn(reply.responses().next())).isNull();
  }
}
