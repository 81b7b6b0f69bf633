package dev.weft.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.Weft.SpawnOptions;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import dev.weft.time.Sleep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the JDK's flight recorder is told. */
@Timeout(120)
class FlightRecorderTest {

  @TempDir private Path folder;

  private List<RecordedEvent> record(Work work) throws Exception {
    Path file = folder.resolve("weft.jfr");
    try (var recording = new Recording()) {
      for (String name :
          List.of("Spawn", "Steal", "LongPoll", "Park", "BlockInPlace", "BlockingWait")) {
        recording.enable("dev.weft." + name).withoutThreshold();
      }
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }

  private interface Work {
    void run() throws Exception;
  }

  private static List<RecordedEvent> named(List<RecordedEvent> all, String name) {
    return all.stream()
        .filter(event -> event.getEventType().getName().equals("dev.weft." + name))
        .toList();
  }

  @Test
  void recording_ofAWorkload_hasAnEventOfEachKindWithItsNumbers() throws Exception {
    var id = new long[1];
    List<RecordedEvent> events =
        record(
            () -> {
              try (Weft weft = Weft.builder().workers(2).watchdog(Duration.ofMillis(20)).build()) {
                JoinHandle<Void> named =
                    weft.spawn(
                        Sleep.after(Duration.ofMillis(1)), SpawnOptions.defaults().name("sleeper"));
                id[0] = named.id();
                weft.blockOn(named);
                weft.blockOn(weft.spawn(stealBait(weft)));
                weft.blockOn(weft.spawn(cx -> Poll.ready(Async.blockInPlace(() -> 1))));
                weft.blockOn(weft.spawnBlocking(() -> 1));
                var release = new CountDownLatch(1);
                JoinHandle<Object> stuck =
                    weft.spawn(
                        cx -> {
                          Futures.await(release);
                          return Poll.ready(null);
                        });
                Eventually.until("reported", () -> weft.metrics().longPolls() > 0);
                release.countDown();
                weft.blockOn(stuck);
              }
            });
    assertThat(named(events, "Spawn"))
        .anySatisfy(
            event -> {
              assertThat(event.getLong("task")).isEqualTo(id[0]);
              assertThat(event.getString("name")).isEqualTo("sleeper");
            });
    assertThat(named(events, "Steal")).allMatch(event -> event.getInt("tasks") > 0).isNotEmpty();
    assertThat(named(events, "Park"))
        .anyMatch(event -> event.getDuration().compareTo(Duration.ZERO) > 0);
    assertThat(named(events, "LongPoll"))
        .anySatisfy(
            event -> {
              assertThat(event.getDuration("lasting")).isGreaterThan(Duration.ofMillis(20));
              assertThat(event.getString("line")).contains("FlightRecorderTest.java:");
              assertThat(event.getString("worker")).startsWith("weft-worker-");
            });
    assertThat(named(events, "BlockInPlace")).hasSize(1);
    assertThat(named(events, "BlockingWait")).hasSize(1);
  }

  /** Keeps its worker until others have run what it has spawned. */
  private static Future<Object> stealBait(Weft weft) {
    return cx -> {
      var ran = new AtomicInteger();
      for (int i = 0; i < 100; i++) {
        weft.spawn(Futures.ready(ran::incrementAndGet));
      }
      Eventually.until("others ran them", () -> ran.get() >= 99);
      return Poll.ready(null);
    };
  }

  @Test
  void events_whileNothingRecords_areNotMade() throws Exception {
    try (Weft weft = Weft.create()) {
      weft.blockOn(weft.spawn(Sleep.after(Duration.ofMillis(1))));
    }
    assertThat(named(record(() -> {}), "Spawn")).isEmpty();
  }
}
