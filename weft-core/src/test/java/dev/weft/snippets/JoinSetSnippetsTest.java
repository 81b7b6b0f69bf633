package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.Weft;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JoinSetSnippetsTest {

  private static Future<Integer> fetch(String url) {
    return async(
        () -> {
          await(yieldNow());
          if (url.isEmpty()) {
            throw new IOException("no url");
          }
          return url.length();
        });
  }

  @Test
  void joinNext_oneFails_theOthersCount() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(
              weft.blockOn(
                  JoinSetSnippets.fetchAll(
                      List.of("a", "", "bb", "ccc"), JoinSetSnippetsTest::fetch)))
          .isEqualTo(6);
    }
  }

  @Test
  void backPressure_manyNames_neverMoreThanFourAtOnce() throws Exception {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var done = new AtomicInteger();
    try (Weft weft = Weft.create()) {
      weft.blockOn(
          JoinSetSnippets.copyAll(
              IntStream.range(0, 100).mapToObj(Integer::toString).toList(),
              _ ->
                  async(
                      () -> {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        await(yieldNow());
                        running.decrementAndGet();
                        done.incrementAndGet();
                      })));
    }
    assertThat(done.get()).isEqualTo(100);
    assertThat(most.get()).isBetween(1, 4);
  }

  @Test
  void backPressure_oneFails_isThrown() {
    try (Weft weft = Weft.create()) {
      assertThatThrownBy(
              () ->
                  weft.blockOn(
                      JoinSetSnippets.copyAll(
                          List.of("a", "b"),
                          name ->
                              async(
                                  () -> {
                                    throw new IOException(name);
                                  }))))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void joinMap_eachHostIsReportedUnderItsName() throws Exception {
    Map<String, Integer> seen = new ConcurrentHashMap<>();
    Future<Integer> slow =
        async(
            () -> {
              await(sleep(Duration.ofMillis(2)));
              return 1;
            });
    try (Weft weft = Weft.create()) {
      weft.blockOn(JoinSetSnippets.watch(Map.of("a", slow, "b", async(() -> 2)), seen::put));
    }
    assertThat(seen).containsOnly(Map.entry("a", 1), Map.entry("b", 2));
  }
}
