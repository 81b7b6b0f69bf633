package dev.weft.snippets;

import static dev.weft.Async.async;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.Weft;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ScopeSnippetsTest {

  private static Future<Integer> broken() {
    return async(
        () -> {
          throw new IOException("broken");
        });
  }

  @Test
  void resource_allChildrenWell_addsUp() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(
              weft.blockOn(
                  ScopeSnippets.fetchAll(List.of("a", "bb", "ccc"), AsyncSnippetsTest::read)))
          .isEqualTo(6);
    }
  }

  @Test
  void resource_oneChildFails_failsAtJoin() {
    try (Weft weft = Weft.create()) {
      assertThatThrownBy(() -> weft.blockOn(ScopeSnippets.fetchAll(List.of("a"), _ -> broken())))
          .hasMessage("broken");
    }
  }

  @Test
  void block_oneChildFails_cancelsTheOther() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(ScopeSnippets.both(async(() -> 1), async(() -> 2)))).isEqualTo(3);
      Future<Integer> endless = AsyncSnippetsTest.sleepThen(1, Duration.ofDays(1));
      assertThatThrownBy(() -> weft.blockOn(ScopeSnippets.both(endless, broken())))
          .hasMessage("broken");
    }
  }

  @Test
  void limit_oneChildFails_theOthersRun() throws Exception {
    List<String> done = new CopyOnWriteArrayList<>();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    List<String> urls = List.of("a", "b", "", "c");
    try (Weft weft = Weft.builder().onUnhandled(failures::add).build()) {
      weft.blockOn(
          ScopeSnippets.crawl(
              urls,
              url ->
                  async(
                      () -> {
                        if (url.isEmpty()) {
                          throw new IOException("no url");
                        }
                        done.add(url);
                        return 0;
                      })));
    }
    assertThat(done).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(failures).singleElement().isInstanceOf(IOException.class);
  }
}
