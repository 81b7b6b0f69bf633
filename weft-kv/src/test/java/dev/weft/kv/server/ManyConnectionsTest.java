package dev.weft.kv.server;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;
import static dev.weft.kv.testkit.Kv.hexist;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.pair;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ManyConnectionsTest {

  private static final int CONNECTIONS = 1_000;
  private static final int ROUNDS = 10; // of ten requests each

  private final AtomicInteger checked = new AtomicInteger();

  @Test
  void thousandConnections_ofHundredMixedRequests_getTheRightAnswersAll() throws Exception {
    try (RunningServer server = RunningServer.start();
        Weft clients = Weft.builder().workers(2).name("kv-clients").build()) {
      int port = server.port();
      clients.blockOn(
          scope(
              s -> {
                for (int i = 0; i < CONNECTIONS; i++) {
                  s.spawn(oneClient(port, i));
                }
                return null;
              }));
    }
    assertThat(checked).hasValue(CONNECTIONS * ROUNDS * 10);
  }

  private Future<Void> oneClient(int port, int number) {
    return async(
        () -> {
          String own = "t" + number;
          try (KvClient client = await(KvClient.connect("127.0.0.1", port))) {
            for (int round = 0; round < ROUNDS; round++) {
              check(await(client.hset(own, "k", integer(round))), round == 0 ? null : text("b"));
              check(await(client.hget(own, "k")), integer(round));
              check(await(client.hget(own, "gone")), null);
              check(
                  await(
                      client.hmset(own, List.of(pair("k", text("b")), pair("l", integer(number))))),
                  Arrays.asList(integer(round), null));
              check(
                  await(client.hmget(own, List.of("l", "k", "gone"))),
                  Arrays.asList(integer(number), text("b"), null));
              check(await(client.hexist(own, "k")), true);
              check(await(client.hmexist(own, List.of("k", "gone"))), List.of(true, false));
              check(await(client.hgetall(own)).size(), 2);
              check(await(client.hdel(own, "l")), integer(number));
              check(await(client.hdel(own, "l")), null);
            }
          }
        });
  }

  private void check(Object answer, Object expected) {
    assertThat(answer).isEqualTo(expected);
    checked.incrementAndGet();
  }

  @Test
  void connections_aboveTheLimit_waitForTheirTurn() throws Exception {
    try (RunningServer server = RunningServer.start(builder -> builder.maxConnections(2))) {
      RawConnection first = server.connect();
      RawConnection second = server.connect();
      assertThat(first.ask(hexist("t", "k")).getStatus()).isEqualTo(200);
      assertThat(second.ask(hexist("t", "k")).getStatus()).isEqualTo(200);

      try (RawConnection third = server.connect()) {
        third.send(hexist("t", "k"));
        assertThat(third.staysSilent()).isTrue();
        first.close();
        assertThat(third.response().getStatus()).isEqualTo(200);
      }
      second.close();
    }
  }
}
