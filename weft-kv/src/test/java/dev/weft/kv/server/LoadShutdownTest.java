package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.NONE;
import static dev.weft.kv.testkit.Kv.hset;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.kv.proto.Value;
import dev.weft.kv.store.MemoryStorage;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.testkit.Eventually;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A server that is stopped while its clients send without waiting for answers. */
final class LoadShutdownTest {

  private static final int CLIENTS = 16;
  private static final int BEFORE_THE_STOP = 20_000;

  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger served = new AtomicInteger(); // clients that have an answer

  @Test
  void shutdown_underLoad_answersEachRequestThatWasReadAndThenEnds() throws Exception {
    var storage = new MemoryStorage();
    List<Integer> answered = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool();
        RunningServer server = RunningServer.start(builder -> builder.storage(storage))) {
      List<Future<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(threads.submit(client(server.port(), "k" + i, threads)));
      }
      // A connection that wasn't accepted yet is reset when the server stops listening.
      Eventually.until(
          "the load is on", () -> answers.get() >= BEFORE_THE_STOP && served.get() == CLIENTS);

      server.shutdown();
      server.awaitEnd();

      for (Future<Integer> client : clients) {
        answered.add(client.get());
      }
      for (int i = 0; i < CLIENTS; i++) {
        int count = answered.get(i);
        Value stored = server.run(storage.get("t", "k" + i));
        assertThat(stored).as("what client %s had answered last", i).isEqualTo(integer(count - 1));
      }
    }
  }

  /** Sends 0, 1, 2 and so on to a key of its own; gives the number of answers before the end. */
  private Callable<Integer> client(int port, String key, ExecutorService threads) {
    return () -> {
      try (RawConnection connection = RawConnection.to(port)) {
        Future<?> writer = threads.submit(() -> write(connection, key));
        int count = 0;
        try {
          while (true) {
            Value old = count == 0 ? NONE : integer(count - 1);
            assertThat(connection.response()).isEqualTo(ok(old));
            if (count++ == 0) {
              served.incrementAndGet();
            }
            answers.incrementAndGet();
          }
        } catch (EOFException end) {
          assertThat(connection.atFrameStart()).as("no answer came in half").isTrue();
        }
        writer.cancel(true);
        return count;
      }
    };
  }

  private static void write(RawConnection connection, String key) {
    try {
      for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
        connection.send(hset("t", key, integer(i)));
      }
    } catch (IOException over) {
      assertThat(over).isNotNull(); // the reader says how it ended
    }
  }
}
