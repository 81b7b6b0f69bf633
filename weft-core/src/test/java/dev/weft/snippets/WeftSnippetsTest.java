package dev.weft.snippets;

import static dev.weft.Async.async;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  @Test
  void options_ofAKey_placeAllOfItOnOneWorker() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    try (Weft weft = Weft.builder().workers(4).build()) {
      for (int i = 0; i < 20; i++) {
        Future<Integer> work =
            cx -> {
              threads.add(Thread.currentThread());
              return Poll.ready(1);
            };
        assertThat(weft.blockOn(WeftSnippets.chosen(weft, work, "account 7"))).isEqualTo(1);
      }
    }
    assertThat(threads).hasSize(1);
  }

  @Test
  void watchdog_ofALongPoll_callsTheListener() throws Exception {
    List<Weft.LongPoll> alarms = new CopyOnWriteArrayList<>();
    try (Weft weft = WeftSnippets.watched(alarms::add)) {
      weft.blockOn(
          weft.spawn(
              cx -> {
                Eventually.until("the watchdog sees it", () -> !alarms.isEmpty());
                return Poll.ready(null);
              }));
    }
    assertThat(alarms).hasSize(1);
  }
}
