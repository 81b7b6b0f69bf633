package dev.weft.snippets;

import static dev.weft.Async.async;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WeftSnippetsTest {

  @Test
  void hello_run_saysHello() throws Exception {
    assertThat(WeftSnippets.hello()).isEqualTo("hello");
  }

  @Test
  void builder_ofASmallRuntime_isFollowed() {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    var failure = new IllegalStateException("nobody waits for this");
    try (Weft weft = WeftSnippets.small(failures::add)) {
      assertThat(WeftSnippets.look(weft)).startsWith("0 tasks on 2 workers");
      weft.spawn(
              async(
                  () -> {
                    throw failure;
                  }))
          .detach();
      Eventually.until("the failure is reported", () -> !failures.isEmpty());
      assertThat(failures).containsExactly(failure);
    }
  }

  @Test
  void stop_withoutTasks_isDoneAtOnce() {
    assertThat(WeftSnippets.stop(Weft.create())).isTrue();
  }
}
