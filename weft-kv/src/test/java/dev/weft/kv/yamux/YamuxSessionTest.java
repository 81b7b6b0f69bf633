package dev.weft.kv.yamux;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;
import static dev.weft.Async.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Scope;
import dev.weft.Weft;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Two sessions on a real runtime, with streams in many tasks. */
final class YamuxSessionTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void thousandsOfStreams_inBothDirections_exchangeTheirBytes() throws Exception {
    try (Weft weft = Weft.create()) {
      var options = YamuxOptions.DEFAULT.withMaxStreams(YamuxOptions.MAX_STREAMS);
      weft.blockOn(timeout(LIMIT, both(options, 2_000, 100)));
    }
  }

  @Test
  void largeTransfers_onSomeStreams_areWhole() throws Exception {
    try (Weft weft = Weft.create()) {
      long start = System.nanoTime();
      weft.blockOn(timeout(LIMIT, both(YamuxOptions.DEFAULT, 8, 2_000_000)));
      report("16 streams, echoed", 64_000_000L, start);
    }
  }

  @Test
  void largeTransfer_onOneStream_isWhole() throws Exception {
    try (Weft weft = Weft.create()) {
      long start = System.nanoTime();
      long count = weft.blockOn(timeout(LIMIT, oneWay(100 << 20)));
      report("one stream, one way", count, start);
      assertThat(count).isEqualTo(100 << 20);
    }
  }

  private static void report(String what, long bytes, long start) {
    double seconds = (System.nanoTime() - start) / 1e9;
    System.getLogger("dev.weft.kv")
        .log(System.Logger.Level.INFO, "{0}: {1} MB/s", what, Math.round(bytes / 1e6 / seconds));
  }

  private static Future<Void> both(YamuxOptions options, int streams, int bytes) {
    return scope(
        tasks -> {
          DuplexPair ends = Io.duplex(256 << 10);
          YamuxSession client = YamuxSession.client(ends.first(), options);
          YamuxSession server = YamuxSession.server(ends.second(), options);
          tasks.spawn(client.run());
          tasks.spawn(server.run());
          tasks.spawn(echoAll(client));
          tasks.spawn(echoAll(server));
          await(
              scope(
                  exchanges -> {
                    for (int i = 0; i < streams; i++) {
                      exchanges.spawn(exchange(await(client.open()), (byte) i, bytes));
                      exchanges.spawn(exchange(await(server.open()), (byte) -i, bytes));
                    }
                    return null;
                  }));
          client.drain();
          return null;
        });
  }

  private static Future<Void> echoAll(YamuxSession session) {
    return async(
        () -> {
          try (Scope streams = Scope.open()) {
            for (YamuxStream s = await(session.accept()); s != null; s = await(session.accept())) {
              streams.spawn(echo(s));
            }
            await(streams.join());
          }
        });
  }

  private static Future<Void> echo(YamuxStream stream) {
    return async(
        () -> {
          try (stream) {
            await(Io.copy(stream, stream));
          }
        });
  }

  private static Future<Void> exchange(YamuxStream stream, byte seed, int length) {
    return scope(
        tasks -> {
          try (stream) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
              bytes[i] = (byte) (seed + i / 5);
            }
            tasks.spawn(
                async(
                    () -> {
                      await(stream.writeAll(ByteBuffer.wrap(bytes)));
                      await(stream.shutdown());
                    }));
            ByteBuffer got = ByteBuffer.allocate(length);
            await(Io.readExactly(stream, got));
            assertThat(got.array()).isEqualTo(bytes);
            assertThat(await(stream.read(ByteBuffer.allocate(1)))).isEqualTo(YamuxStream.EOF);
            return null;
          }
        });
  }

  private static Future<Long> oneWay(int bytes) {
    return scope(
        tasks -> {
          DuplexPair ends = Io.duplex(256 << 10);
          YamuxSession client = YamuxSession.client(ends.first(), YamuxOptions.DEFAULT);
          YamuxSession server = YamuxSession.server(ends.second(), YamuxOptions.DEFAULT);
          tasks.spawn(client.run());
          tasks.spawn(server.run());
          tasks.spawn(
              async(
                  () -> {
                    try (YamuxStream stream = await(client.open())) {
                      await(Io.copy(Io.take(Io.repeat((byte) 7), bytes), stream));
                    }
                  }));
          try (YamuxStream stream = await(server.accept())) {
            long count = await(Io.copy(stream, Io.sink()));
            await(client.closeAsync());
            return count;
          }
        });
  }
}
