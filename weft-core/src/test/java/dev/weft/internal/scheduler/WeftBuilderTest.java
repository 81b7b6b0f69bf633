package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.spi.RuntimeOptions;
import dev.weft.spi.RuntimeThread;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Futures;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WeftBuilderTest {

  private static void refused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void badValue_isRefusedAtOnceWithWhatIsAccepted() {
    refused(() -> Weft.builder().workers(0), "workers got 0", "1 to 1024");
    refused(() -> Weft.builder().workers(1025), "workers got 1025", "1 to 1024");
    refused(() -> Weft.builder().blockingThreads(0), "blockingThreads got 0", "1 or more");
    refused(
        () -> Weft.builder().blockingQueue(0, Weft.WhenFull.WAIT),
        "blockingQueue got 0",
        "1 or more");
    refused(() -> Weft.builder().grace(Duration.ofSeconds(-1)), "grace got PT-1S", "zero or more");
    refused(
        () -> Weft.builder().watchdog(Duration.ofNanos(-1)), "watchdog got PT-", "zero or more");
    refused(() -> Weft.builder().spin(Duration.ofNanos(-1)), "spin got PT-", "zero or more");
    refused(
        () -> Weft.builder().timerSlack(Duration.ofNanos(-1)),
        "timerSlack got PT-",
        "zero or more");
    refused(() -> Weft.builder().name(" "), "name got ' '", "isn't blank");
  }

  @Test
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // that is what is tested
  void nullValue_isRefusedByItsName() {
    refusedNull(() -> Weft.builder().name(null), "name");
    refusedNull(() -> Weft.builder().grace(null), "grace");
    refusedNull(() -> Weft.builder().blockingKeepAlive(null), "blockingKeepAlive");
    refusedNull(() -> Weft.builder().watchdog(null), "watchdog");
    refusedNull(() -> Weft.builder().spin(null), "spin");
    refusedNull(() -> Weft.builder().timerSlack(null), "timerSlack");
    try (Weft weft = Weft.create()) {
      refusedNull(() -> weft.shutdown(null), "limit");
    }
  }

  private static void refusedNull(ThrowingCallable call, String name) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
  }

  @Test
  void workers_unlessSaid_areTheProcessorsThatTheJvmMayUse() throws Exception {
    // As in a container: the JVM goes by its share of processor time, not by the machine.
    assertThat(forked("-XX:ActiveProcessorCount=3")).contains("workers: 3");
  }

  @Test
  void start_withoutARecording_loadsNoClassOfEvents() throws Exception {
    // They cost more than the rest of a start.
    assertThat(forked("-Xlog:class+load"))
        .contains("dev.weft.internal.scheduler.RecorderEvents")
        .doesNotContain("JfrEvents", "jdk.jfr.Event ");
  }

  private static String forked(String option) throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                option,
                "-cp",
                System.getProperty("java.class.path"),
                Workers.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jvm.waitFor()).as(output).isZero();
    return output;
  }

  /** Prints how many workers a runtime has here. */
  static final class Workers {
    public static void main(String[] args) {
      try (Weft weft = Weft.create()) {
        weft.spawnBlocking(() -> 1);
        System.out.println("workers: " + weft.metrics().workers());
      }
    }
  }

  @Test
  void hugeDurations_areTaken() {
    Weft.Builder builder =
        Weft.builder()
            .grace(Duration.ofSeconds(Long.MAX_VALUE))
            .blockingKeepAlive(Duration.ofSeconds(Long.MAX_VALUE));
    assertThatCode(() -> builder.build().close()).doesNotThrowAnyException();
  }

  @Test
  void driverProperty_unknownValue_isRefusedByName() {
    String before = System.getProperty("weft.driver");
    System.setProperty("weft.driver", "kqueue");
    try {
      refused(
          () -> Weft.builder().build(), "weft.driver is 'kqueue'", "auto, io_uring, epoll and nio");
    } finally {
      if (before == null) {
        System.clearProperty("weft.driver");
      } else {
        System.setProperty("weft.driver", before);
      }
    }
  }

  @Test
  void driver_choiceAndReason_areInTheMetrics() {
    try (Weft weft = Weft.builder().driver(Weft.Driver.NIO).build()) {
      assertThat(weft.metrics().driver()).isEqualTo(Weft.Driver.NIO);
      assertThat(weft.metrics().driverReason()).contains("asked for");
    }
  }

  @Test
  void threadHooks_runOnEachThreadOnceAndTheirFailuresAreReported() throws Exception {
    Set<String> started = ConcurrentHashMap.newKeySet();
    Set<String> stopped = ConcurrentHashMap.newKeySet();
    var unhandled = new ConcurrentLinkedQueue<Throwable>();
    var calls = new AtomicInteger();
    Weft weft =
        Weft.builder()
            .workers(2)
            .name("hooked")
            .onUnhandled(unhandled::add)
            .onThreadStart(
                () -> {
                  started.add(Thread.currentThread().getName());
                  if (calls.getAndIncrement() == 0) {
                    throw new IllegalStateException("bad hook");
                  }
                })
            .onThreadStop(() -> stopped.add(Thread.currentThread().getName()))
            .build();
    assertThat(weft.blockOn(weft.spawnBlocking(() -> 1))).isEqualTo(1);
    assertThat(weft.blockOn(weft.spawn(Futures.after(3, () -> 2)))).isEqualTo(2);
    weft.close();
    assertThat(started).isEqualTo(stopped);
    assertThat(started).contains("hooked-worker-0", "hooked-worker-1", "hooked-blocking-0");
    assertThat(unhandled).singleElement().hasFieldOrPropertyWithValue("message", "bad hook");
  }

  @Test
  void threadSource_isAskedForEveryThread() throws Exception {
    var made = new AtomicInteger();
    var options = (RuntimeOptions) Weft.builder();
    options.threads(
        (name, body) -> {
          made.incrementAndGet();
          return new RuntimeThread(name, body);
        });
    try (Weft weft = options.workers(3).build()) {
      assertThat(weft.blockOn(weft.spawnBlocking(() -> 1))).isEqualTo(1);
    }
    assertThat(made.get()).isEqualTo(5); // three workers, the monitor, one of the pool
  }

  @Test
  void runtimeThatLacksAThread_leavesNothingBehind() throws Exception {
    int descriptors = Descriptors.baseline();
    List<RuntimeThread> started = new ArrayList<>();
    var options = (RuntimeOptions) Weft.builder();
    options.threads(
        (name, body) -> {
          if (started.size() == 2) {
            throw new OutOfMemoryError("no thread left");
          }
          started.add(new RuntimeThread(name, body));
          return started.getLast();
        });
    assertThatThrownBy(() -> options.workers(3).build()).hasMessage("no thread left");
    assertThat(started).hasSize(2).noneMatch(Thread::isAlive);
    Descriptors.assertBackAt(descriptors);
  }
}
