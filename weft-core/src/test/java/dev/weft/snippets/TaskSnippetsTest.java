package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TaskSnippetsTest {

  @TempDir private Path folder;

  @Test
  void tasks_run_giveTheirValues() throws Exception {
    Path file = Files.writeString(folder.resolve("lines"), "a\nb\nc\n");
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(TaskSnippets.countLines(file))).isEqualTo(3);
      assertThat(weft.blockOn(weft.spawn(TaskSnippets.digest(() -> "d41d")))).isEqualTo("d41d");
      assertThat(weft.blockOn(TaskSnippets.handle("Ann"))).isEqualTo("hello Ann");
    }
    assertThat(TaskSnippets.USER.getOrNull()).isNull();
  }

  @Test
  void failure_ofADetachedTask_goesToTheHandler() throws Exception {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    try (Weft weft = Weft.builder().onUnhandled(failures::add).build()) {
      weft.blockOn(TaskSnippets.fireAndForget());
      Eventually.until("the failure is reported", () -> !failures.isEmpty());
      assertThat(failures).singleElement().extracting(Throwable::getMessage).isEqualTo("disk full");
    }
  }

  @Test
  void carrier_request_goesAlongWithTheTask() throws Exception {
    try (Weft weft = TaskSnippets.withRequests()) {
      Future<String> block =
          async(
              () -> {
                TaskSnippets.REQUEST.set("r1");
                JoinHandle<String> child = spawn(async(() -> TaskSnippets.REQUEST.get()));
                await(sleep(Duration.ofMillis(1)));
                return await(child) + " " + TaskSnippets.REQUEST.get();
              });
      assertThat(weft.blockOn(block)).isEqualTo("r1 r1");
    }
    assertThat(TaskSnippets.REQUEST.get()).isNull();
  }
}
