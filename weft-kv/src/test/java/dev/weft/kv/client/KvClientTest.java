package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.timeout;
import static dev.weft.kv.testkit.Kv.NONE;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.pair;
import static dev.weft.kv.testkit.Kv.text;
import static dev.weft.kv.testkit.Kv.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.command.Reply;
import dev.weft.kv.command.Service;
import dev.weft.kv.proto.Value;
import dev.weft.kv.testkit.Kv;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.sync.Notify;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KvClientTest {

  @Test
  void methods_ofAllKinds_speakWithTheServer() throws Exception {
    try (RunningServer server = RunningServer.start()) {
      server.run(
          async(
              () -> {
                try (KvClient client = await(KvClient.connect("127.0.0.1", server.port()))) {
                  assertThat(await(client.hget("t", "k"))).isNull();
                  assertThat(await(client.hset("t", "k", text("v")))).isNull();
                  assertThat(await(client.hset("t", "k", NONE))).isEqualTo(text("v"));
                  assertThat(await(client.hget("t", "k"))).isNull(); // it holds a value without arm
                  assertThat(await(client.hexist("t", "k"))).isTrue();
                  assertThat(
                          await(
                              client.hmset(
                                  "t", List.of(pair("a", text("1")), pair("k", text("2"))))))
                      .containsExactly(null, null);
                  assertThat(await(client.hmget("t", List.of("k", "gone", "a"))))
                      .containsExactly(text("2"), null, text("1"));
                  assertThat(await(client.hgetall("t")))
                      .containsExactlyInAnyOrder(pair("a", text("1")), pair("k", text("2")));
                  assertThat(await(client.hmexist("t", List.of("a", "gone"))))
                      .containsExactly(true, false);
                  assertThat(await(client.hmdel("t", List.of("a", "gone"))))
                      .containsExactly(text("1"), null);
                  assertThat(await(client.hdel("t", "k"))).isEqualTo(text("2"));
                  assertThat(await(client.unsubscribe("t", 77))).isFalse();
                }
              }));
    }
  }

  @Test
  void refusal_ofTheServer_isAnExceptionWithItsStatusAndText() throws Exception {
    try (RunningServer server = RunningServer.start();
        KvClient client = server.client()) {
      assertThatThrownBy(() -> server.run(client.hgetOrFail("t", "k")))
          .isInstanceOfSatisfying(KvException.class, e -> assertThat(e.status()).isEqualTo(404))
          .hasMessage("Not found: table t, key k");
      assertThatThrownBy(() -> server.run(client.unsubscribeOrFail("t", 3)))
          .isInstanceOf(KvException.class)
          .hasMessage("Not found: subscription 3");
      assertThatThrownBy(() -> server.run(client.hget("t".repeat(2000), "k")))
          .isInstanceOfSatisfying(KvException.class, e -> assertThat(e.status()).isEqualTo(400));
      assertThat(server.run(client.hset("t", "k", text("still usable")))).isNull();
    }
  }

  @Test
  void subscription_readThroughTheClient_givesWhatIsPublishedUntilUnsubscribed() throws Exception {
    try (RunningServer server = RunningServer.start()) {
      server.run(
          async(
              () -> {
                try (KvClient client = await(KvClient.connect("127.0.0.1", server.port()));
                    KvSubscription news = await(client.subscribe("news"))) {
                  assertThat(news.id()).isEqualTo(1);
                  await(client.publish("news", texts("a", "b")));
                  await(client.publish("other", texts("no")));
                  await(client.publish("news", List.of(integer(1))));
                  assertThat(await(news.next())).isEqualTo(texts("a", "b"));
                  assertThat(await(news.next())).containsExactly(integer(1));
                  assertThat(await(client.unsubscribe("news", news.id()))).isTrue();
                  assertThat(await(news.next())).isNull();
                }
              }));
    }
  }

  @Test
  void subscribe_givenToExecute_isRefused() throws Exception {
    try (RunningServer server = RunningServer.start();
        KvClient client = server.client()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> client.execute(Kv.subscribe("t")))
          .withMessageContaining("use subscribe(topic)");
    }
  }

  @Test
  void oneClient_usedByManyTasks_givesEachItsOwnAnswer() throws Exception {
    try (RunningServer server = RunningServer.start();
        KvClient client = server.client()) {
      List<Future<Boolean>> tasks =
          IntStream.range(0, 200)
              .mapToObj(
                  n ->
                      async(
                          () -> {
                            for (int i = 0; i < 20; i++) {
                              await(client.hset("t", "k" + n, integer(n * 100 + i)));
                              Value value = await(client.hget("t", "k" + n));
                              assertThat(value).isEqualTo(integer(n * 100 + i));
                            }
                            return true;
                          }))
              .toList();
      List<Boolean> all =
          server.run(
              async(
                  () -> {
                    var handles = new ArrayList<JoinHandle<Boolean>>();
                    for (Future<Boolean> task : tasks) {
                      handles.add(spawn(task));
                    }
                    return await(join(handles));
                  }));
      assertThat(all).hasSize(200).containsOnly(true);
    }
  }

  @Test
  void request_cancelledOnItsWay_leavesTheConnectionInStep() throws Exception {
    var mayAnswer = new Notify();
    // The first request is held back; the others echo their key.
    Service service =
        request ->
            new Reply.One(
                async(
                    () -> {
                      String key = request.getHget().getKey();
                      if (key.equals("held")) {
                        await(mayAnswer.notified());
                      }
                      return ok(text(key));
                    }));
    try (RunningServer server = RunningServer.start(builder -> builder.service(service));
        KvClient client = server.client()) {
      assertThatThrownBy(
              () -> server.run(timeout(Duration.ofMillis(100), client.hget("t", "held"))))
          .isInstanceOf(TimeoutException.class);
      mayAnswer.notifyOne();

      assertThat(server.run(client.hget("t", "next"))).isEqualTo(text("next"));
    }
  }

  @Test
  void client_closed_failsWhatIsOnItsWayAndWhatComes() throws Exception {
    Service silent =
        request ->
            new Reply.One(
                async(
                    () -> {
                      await(new Notify().notified());
                      return ok();
                    }));
    try (RunningServer server =
        RunningServer.start(
            builder -> builder.service(silent).shutdownLimit(Duration.ofMillis(100)))) {
      KvClient client = server.client();
      JoinHandle<Value> onItsWay = server.weft().spawn(client.hget("t", "k"));
      server.run(sleep(Duration.ofMillis(50)));

      server.run(client.closeAsync());

      assertThatThrownBy(() -> server.run(onItsWay))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("client was closed");
      assertThatThrownBy(() -> server.run(client.hget("t", "k")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("client was closed");
    }
  }

  @Test
  void server_thatIsNotThere_isAnErrorWithItsAddress() throws Exception {
    int port;
    try (RunningServer server = RunningServer.start()) {
      port = server.port();
    }
    try (Weft weft = Weft.create()) {
      assertThatThrownBy(() -> weft.blockOn(KvClient.connect("127.0.0.1", port)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("127.0.0.1:" + port);
    }
  }
}
