package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.yieldNow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Weft;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AsyncSnippetsTest {

  /** The value of a key is its length. */
  static Future<Integer> read(String key) {
    return async(
        () -> {
          await(yieldNow());
          if (key.isEmpty()) {
            throw new IllegalArgumentException("an empty key");
          }
          return key.length();
        });
  }

  @Test
  void total_run_addsUp() throws Exception {
    assertThat(AsyncSnippets.runTotal(AsyncSnippetsTest::read)).isEqualTo(2);
  }

  @Test
  void blocks_run_giveTheirValues() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(AsyncSnippets.totalAtOnce(AsyncSnippetsTest::read))).isEqualTo(2);
      assertThat(weft.blockOn(AsyncSnippets.orZero(AsyncSnippetsTest::read, ""))).isZero();
      assertThat(weft.blockOn(AsyncSnippets.orZero(AsyncSnippetsTest::read, "abc"))).isEqualTo(3);
      assertThat(weft.blockOn(AsyncSnippets.firstAbove(AsyncSnippetsTest::read, 4))).isEqualTo(5);
      assertThat(weft.blockOn(AsyncSnippets.sumOfTree(AsyncSnippetsTest::read, "r")))
          .isEqualTo(1 + 2 * 3 + 4 * 5 + 8 * 7);
    }
  }

  @Test
  void fastest_ofTwo_namesTheWinner() throws Exception {
    Future<Integer> never = sleepThen(1, Duration.ofDays(1));
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(AsyncSnippets.fastest(never, async(() -> 7))))
          .isEqualTo("7 from the replica");
    }
  }

  static Future<Integer> sleepThen(int value, Duration time) {
    return async(
        () -> {
          await(sleep(time));
          return value;
        });
  }
}
