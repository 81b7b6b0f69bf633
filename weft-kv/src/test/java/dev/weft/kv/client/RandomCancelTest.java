package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.select;
import static dev.weft.Async.yieldNow;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Selected.First;
import dev.weft.Selected.Second;
import dev.weft.kv.command.Reply;
import dev.weft.kv.command.Service;
import dev.weft.kv.proto.Value;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.testkit.Eventually;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests that are cancelled at any time don't shift the answers of the others. */
final class RandomCancelTest {

  private static final int TASKS = 50;

  /** Answers each key with itself, some of them a little later. */
  private static final Service ECHO =
      request ->
          new Reply.One(
              async(
                  () -> {
                    String key = request.getHget().getKey();
                    if (key.endsWith("7")) {
                      await(yieldNow());
                    }
                    return ok(text(key));
                  }));

  private final AtomicInteger cancelled = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();

  @Test
  void cancellation_underLoad_leavesEachAnswerToItsRequest() throws Exception {
    cancelAtRandom(200);
  }

  @Test
  @Tag("stress")
  void cancellation_underLoadForLong_leavesEachAnswerToItsRequest() throws Exception {
    cancelAtRandom(20_000 * Integer.getInteger("weft.stress", 1));
  }

  private void cancelAtRandom(int requests) throws Exception {
    long seed = Long.getLong("weft.seed", 42);
    try (RunningServer server = RunningServer.start(builder -> builder.service(ECHO))) {
      KvClient client =
          server.run(
              KvClient.builder()
                  .address("127.0.0.1", server.port())
                  .connections(1, 2)
                  .maxInFlight(8) // so that some are cancelled in line, some in flight
                  .connect());
      var tasks = new ArrayList<JoinHandle<Void>>();
      for (int task = 0; task < TASKS; task++) {
        tasks.add(server.weft().spawn(asking(client, task, requests, new Random(seed + task))));
      }
      for (JoinHandle<Void> task : tasks) {
        server.run(task);
      }
      assertThat(answered).hasPositiveValue();
      assertThat(cancelled).hasPositiveValue();
      Eventually.until("all answers were read", () -> client.stats().inFlight() == 0);
      assertThat(client.stats().waiting()).isZero();
      assertThat(client.stats().opened()).isLessThanOrEqualTo(2);
      assertThat(client.stats().reconnects()).isZero();
      server.run(client.closeAsync());
    }
  }

  private Future<Void> asking(KvClient client, int task, int requests, Random random) {
    return async(
        () -> {
          for (int i = 0; i < requests; i++) {
            String key = task + "-" + i;
            int patience = random.nextInt(6);
            switch (await(select(client.hget("t", key), yields(patience)))) {
              case First(Value value) -> {
                assertThat(value).isEqualTo(text(key));
                answered.incrementAndGet();
              }
              case Second(_) -> cancelled.incrementAndGet();
            }
            if (random.nextInt(4) == 0) {
              assertThat(await(client.hget("t", key + "!"))).isEqualTo(text(key + "!"));
              answered.incrementAndGet();
            }
          }
        });
  }

  private static Future<Integer> yields(int times) {
    return async(
        () -> {
          for (int i = 0; i < times; i++) {
            await(yieldNow());
          }
          return times;
        });
  }
}
