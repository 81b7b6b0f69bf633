package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;
import static dev.weft.Async.yieldNow;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.command.CommandService;
import dev.weft.kv.command.Limits;
import dev.weft.kv.proto.Value;
import dev.weft.kv.server.KvServer;
import dev.weft.kv.store.MemoryStorage;
import dev.weft.kv.store.Storage;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client whose server dies in the middle of pipelined traffic and comes back. */
final class RestartTest {

  private static final int TASKS = 64;

  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();

  @Test
  void serverKilledUnderLoad_andRestarted_losesNoAnswerAndRepeatsNoWrite() throws Exception {
    killAndRestart(3);
  }

  @Test
  @Tag("stress")
  void serverKilledManyTimes_losesNoAnswerAndRepeatsNoWrite() throws Exception {
    killAndRestart(50 * Integer.getInteger("weft.stress", 1));
  }

  private void killAndRestart(int times) throws Exception {
    Storage storage = new MemoryStorage();
    try (Weft clients = Weft.builder().workers(2).name("clients").build()) {
      Running server = Running.start(0, storage);
      int port = server.port();
      KvClient client =
          clients.blockOn(
              KvClient.builder()
                  .address("127.0.0.1", port)
                  .maxInFlight(16)
                  .reconnect(
                      new Backoff(Duration.ofMillis(1), Duration.ofMillis(20), Backoff.UNLIMITED))
                  .connect());
      var tasks = new ArrayList<JoinHandle<Void>>();
      for (int i = 0; i < TASKS; i++) {
        tasks.add(clients.spawn(counting(client, "k" + i)));
      }
      try {
        for (int i = 0; i < times; i++) {
          int before = answered.get();
          Eventually.until("traffic flows", () -> answered.get() > before + 2_000);
          server.kill();
          server = Running.start(port, storage);
        }
        int before = answered.get();
        Eventually.until("traffic flows again", () -> answered.get() > before + 2_000);
      } finally {
        stop.set(true);
      }
      for (JoinHandle<Void> task : tasks) {
        clients.blockOn(task);
      }
      assertThat(unknown).hasPositiveValue();
      assertThat(client.stats().reconnects()).isPositive();
      assertThat(client.stats().inFlight()).isZero();
      assertThat(client.stats().waiting()).isZero();
      assertThat(clients.blockOn(client.hset("t", "last", text("v")))).isNull();
      clients.blockOn(client.closeAsync());
      Eventually.until("no task is left", () -> clients.metrics().liveTasks() == 0);
      server.kill();
    }
  }

  /**
   * Counts up one key. What it reads and what it replaces tells whether a write was lost, repeated,
   * or answered with what belongs to another one.
   */
  private Future<Void> counting(KvClient client, String key) {
    return async(
        () -> {
          long value = 0;
          while (!stop.get()) {
            boolean mayHaveFailed = false;
            try {
              Value old = await(client.hset("t", key, integer(value + 1)));
              assertThat(old).isEqualTo(value == 0 ? null : integer(value));
              value++;
            } catch (KvUnknownOutcomeException lost) {
              unknown.incrementAndGet();
              mayHaveFailed = true;
            }
            Value now = await(readPatiently(client, key));
            long read = now == null ? 0 : now.getInteger();
            if (mayHaveFailed) {
              assertThat(read).isBetween(value, value + 1);
              value = read;
            } else {
              assertThat(read).isEqualTo(value);
            }
            answered.incrementAndGet();
          }
        });
  }

  /** A read that was lost twice fails, though it does no harm to ask again. */
  private static Future<Value> readPatiently(KvClient client, String key) {
    return async(
        () -> {
          while (true) {
            try {
              return await(client.hget("t", key));
            } catch (KvUnknownOutcomeException never) {
              throw new AssertionError("a read has no unknown outcome", never);
            } catch (IOException lostTwice) {
              await(yieldNow());
            }
          }
        });
  }

  /** A server with a runtime of its own, which dies with it. */
  private record Running(Weft weft, KvServer server) {

    static Running start(int port, Storage storage) throws Exception {
      Weft weft = Weft.builder().workers(1).name("server").build();
      KvServer server =
          weft.blockOn(
              KvServer.builder()
                  .address("127.0.0.1", port)
                  .service(new CommandService(storage, Limits.DEFAULT))
                  .bind());
      weft.blockOn(
          async(
              () -> {
                spawn(server.serve());
              }));
      return new Running(weft, server);
    }

    int port() {
      return server.localAddress().getPort();
    }

    void kill() {
      weft.close();
    }
  }
}
