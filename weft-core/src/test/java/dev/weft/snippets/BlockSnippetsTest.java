package dev.weft.snippets;

import static dev.weft.Async.async;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockSnippetsTest {

  @Test
  void blocks_run_giveTheirValues() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(
              weft.blockOn(BlockSnippets.totalOf(AsyncSnippetsTest::read, List.of("a", "bc", "d"))))
          .isEqualTo(4);
      assertThat(weft.blockOn(BlockSnippets.inBackground(async(() -> 42)))).isEqualTo(42);
      assertThat(
              weft.blockOn(
                  BlockSnippets.totalOfStream(AsyncSnippetsTest::read, Stream.of("a", "bc"))))
          .isEqualTo(3);
    }
  }

  @Test
  void soon_withASlowRead_saysSo() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(BlockSnippets.soon(async(() -> 5)))).isEqualTo("it is 5");
      assertThat(
              weft.blockOn(BlockSnippets.soon(AsyncSnippetsTest.sleepThen(5, Duration.ofDays(1)))))
          .isEqualTo("it takes too long");
    }
  }
}
