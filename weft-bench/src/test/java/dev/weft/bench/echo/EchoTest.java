package dev.weft.bench.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Workload;
import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Jvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, few connections. */
final class EchoTest {

  private static final int LARGE = 16 << 10;

  @TempDir private Path folder;
  private final StringWriter progress = new StringWriter();

  @Test
  void workloads_names_areTheSixCellsAndIdle() {
    assertThat(EchoSuite.all())
        .extracting(Workload::name)
        .containsExactly(
            "echo-64-50",
            "echo-64-1000",
            "echo-64-8000",
            "echo-16384-50",
            "echo-16384-1000",
            "echo-16384-8000",
            "idle");
  }

  @Test
  void workloads_contenders_startWithWeftAndAreTheSameForAll() {
    assertThat(EchoSuite.all())
        .allSatisfy(
            each ->
                assertThat(each.contenders())
                    .containsExactly(
                        "weft-auto",
                        "weft-epoll",
                        "weft-io_uring",
                        "weft-nio",
                        "netty-epoll",
                        "netty-io_uring",
                        "netty-nio",
                        "virtual-threads",
                        "plain-nio",
                        "go"));
  }

  @Test
  void servers_smallAndLargeMessages_comeBack() throws Exception {
    for (EchoServers.Server each : pool().present(plan(Set.of()), "test")) {
      try (Child server = Child.start(each.command().in(Jvm.standard()))) {
        InetSocketAddress address = server.ready();
        for (int bytes : new int[] {64, LARGE}) {
          byte[] message = Messages.of(bytes);
          try (var load = new ClosedLoop(address, 3, message, message)) {
            load.rounds(3);
          }
        }
        assertThat(Long.parseLong(server.ask("heap"))).as(each.name()).isPositive();
      }
    }
  }

  /** The client takes nothing until all is sent, so that the server can't write all it has read. */
  @Test
  void servers_clientThatSendsMoreThanItTakes_getAllOfItBackInOrder() throws Exception {
    byte[] flood = Messages.of(12 << 20);
    for (EchoServers.Server each : pool().present(plan(Set.of("plain-nio", "weft-nio")), "test")) {
      try (Child server = Child.start(each.command().in(Jvm.standard()));
          var load = new ClosedLoop(server.ready(), 2, flood, flood)) {
        load.rounds(1);
        assertThat(load.run(Duration.ZERO)).isEqualTo(2);
      }
    }
  }

  @Test
  void echoWorkload_twoContenders_givesCpuWithDetailsAndLeavesNothing() throws Exception {
    var pool = pool();
    var cell = new EchoWorkload(pool, 64, 2);

    List<Measurement> rows;
    try {
      rows = cell.run(plan(Set.of("weft-auto", "plain-nio")));
    } finally {
      cell.end();
    }

    assertThat(rows).extracting(Measurement::contender).containsExactly("weft-auto", "plain-nio");
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.name()).isEqualTo("echo-64-2");
              assertThat(row.unit()).isEqualTo("us-cpu/req");
              assertThat(row.median()).isPositive();
              assertThat(row.details())
                  .containsKeys("userUsPerReq", "reqPerSecond", "p50Us", "p99Us", "p999Us")
                  .doesNotContainKey("rssBytesPerConn");
              assertThat(row.details().get("p50Us"))
                  .isPositive()
                  .isLessThanOrEqualTo(row.details().get("p999Us"));
            });
    assertThat(ProcessHandle.current().children()).isEmpty();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void echoWorkload_quick_keepsItsProcessesForTheNextCell() throws Exception {
    var pool = pool();
    Plan plan = plan(Set.of("plain-nio"));
    EchoServers.Server plain = pool.present(plan, "test").getFirst();

    RunningServer first = pool.take(plan, plain);
    pool.giveBack(plan, first);
    RunningServer second = pool.take(plan, plain);
    pool.close();
    pool.close();

    assertThat(second).isSameAs(first);
    assertThatIOException().isThrownBy(() -> first.child().cpuSeconds());
  }

  @Test
  void idle_aFewConnections_isMeasured() throws Exception {
    List<Measurement> rows =
        new IdleConnections(pool(), 20).run(plan(Set.of("plain-nio", "virtual-threads")));

    assertThat(rows)
        .extracting(Measurement::contender)
        .containsExactly("virtual-threads", "plain-nio");
    assertThat(rows).allSatisfy(row -> assertThat(row.unit()).isEqualTo("bytes/conn"));
  }

  @Test
  void lacking_serverThatSaysSo_givesItsReason() throws Exception {
    var server =
        new EchoServers.Server("test", true, _ -> List.of("sh", "-c", "echo lacks the kernel"));

    assertThat(EchoServers.lacking(server)).contains("the kernel");
  }

  @Test
  void openFiles_limitThatIsTooLow_isOneLineThatSaysWhatToDo() {
    assertThatIOException()
        .isThrownBy(() -> OpenFiles.check("idle", 8_000, 1_024))
        .withMessage(
            "idle needs 8200 open files in each process, but the limit is 1024; raise it:"
                + " ulimit -n 8200.");
    assertThatCode(() -> OpenFiles.check("idle", 8_000, 8_200)).doesNotThrowAnyException();
  }

  @Test
  void systemCalls_outputOfPerf_isDividedByTheRequests() {
    List<String> csv = List.of("# started", "", "2500,,raw_syscalls:sys_enter,17,100.00,,");

    assertThat(SystemCalls.count(csv, 1_000)).hasValue(2.5);
    assertThat(SystemCalls.count(List.of("<not counted>,,raw_syscalls:sys_enter,0,0.00,,"), 1_000))
        .isEmpty();
  }

  @Test
  void messages_anySize_haveThatSizeAndNoPeriodOfABuffer() throws IOException {
    byte[] message = Messages.of(LARGE);

    assertThat(message).hasSize(LARGE);
    assertThat(message[0]).isNotEqualTo(message[LARGE / 2]);
  }

  private static ServerPool pool() {
    return new ServerPool(new EchoServers());
  }

  private Plan plan(Set<String> contenders) {
    return new Plan(true, contenders, List.of(), folder, new PrintWriter(progress));
  }
}
