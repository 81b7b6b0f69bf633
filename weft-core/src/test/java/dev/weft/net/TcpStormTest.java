package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.internal.reactor.linux.WatchedRings;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Eventually;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** After each storm, descriptors, buffers and heap are what they were before. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
class TcpStormTest {

  private static final int CONNECTIONS = 2_000;
  private static final long STRESS_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final long HEAP_SLACK = 4 << 20;

  /** A thread of the test's keeps as much for its own calls once it has made one. */
  private static final long DIRECT_SLACK = 256 << 10;

  @Parameter Weft.Driver kind;

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void connections_hundredsAtATimeWithEveryEnd_leaveNothingBehind() throws Exception {
    storm(300, 1, atMost(CONNECTIONS / 4)); // loads what stays
    var before = new Used();
    storm(300, 1, atMost(CONNECTIONS));
    before.assertRestored();
  }

  @Test
  @Tag("stress")
  @Timeout(value = 600, unit = TimeUnit.SECONDS)
  void connections_thousandsAtATimeForMinutes_leaveNothingBehind(TestReporter report)
      throws Exception {
    storm(1_000, 8, atMost(5_000));
    var before = new Used();
    report.publishEntry(kind + " before", before.toString());
    long end = System.nanoTime() + STRESS_NANOS;
    long connections = storm(8_000, 8, () -> System.nanoTime() - end < 0);
    before.assertRestored();
    report.publishEntry(kind + " after " + connections + " connections", new Used().toString());
  }

  private static BooleanSupplier atMost(int connections) {
    var left = new AtomicInteger(connections);
    return () -> left.decrementAndGet() > 0;
  }

  private long storm(int clients, int addresses, BooleanSupplier goesOn) throws Exception {
    Weft.Builder builder = Weft.builder().driver(kind).workers(2).watchdog(Duration.ZERO);
    WatchedRings rings = kind == Weft.Driver.IO_URING ? new WatchedRings() : null;
    if (rings != null) {
      ((RuntimeOptions) builder).sockets(rings.provider());
    }
    try (Weft weft = builder.build()) {
      var storm = new TcpStorm(weft, clients);
      for (int i = 1; i <= addresses; i++) {
        storm.listen("127.0.0." + i); // each has all ports of its own
      }
      storm.blow(clients, goesOn);
      long connections = 0;
      for (TcpStorm.Fate fate : TcpStorm.Fate.values()) {
        assertThat(storm.ended(fate)).as(fate.name()).isPositive();
        connections += storm.ended(fate);
      }
      Eventually.until("all tasks are done", () -> weft.metrics().liveTasks() == 0);
      if (rings != null) {
        Eventually.until("all buffers are the kernel's", () -> rings.buffersTaken() == 0);
      }
      return connections;
    }
  }

  /** What the process holds, once all that nobody needs is gone. */
  private static final class Used {

    private final int descriptors = Descriptors.count();
    private final long heap = heap(); // collects garbage, and with it what is outside the heap
    private final long direct = direct();

    void assertRestored() {
      Eventually.until("descriptors are given back", () -> Descriptors.count() <= descriptors);
      Eventually.until("the heap is as it was", () -> heap() <= heap + HEAP_SLACK);
      Eventually.until("direct memory is given back", () -> direct() <= direct + DIRECT_SLACK);
    }

    @Override
    public String toString() {
      return descriptors + " descriptors, heap " + heap + " B, direct memory " + direct + " B";
    }

    private static long direct() {
      return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .mapToLong(BufferPoolMXBean::getMemoryUsed)
          .sum();
    }

    private static long heap() {
      System.gc();
      return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
  }
}
