package dev.weft.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.bench.compare.model.Host;
import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.process.Control;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each model does each workload, in this JVM and in a tiny size. */
final class ModelsTest {

  private static final String FEW = "50";

  static Stream<Arguments> cells() {
    return Contestants.all().stream()
        .flatMap(
            contestant ->
                Arrays.stream(Workload.values())
                    .filter(workload -> contestant.lacking(workload).isEmpty())
                    .map(workload -> Arguments.of(contestant.name(), workload)));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void models_workloadsThatTheyHave_areDone(String name, Workload workload) throws Exception {
    Contestant contestant = Contestants.named(name);
    try (Host host = contestant.host()) {
      Map<String, Control.Command> commands = CellCommands.of(workload, contestant.model(), host);
      switch (workload) {
        case WAITING -> {
          assertThat(commands.get("hold").answer(List.of(FEW))).isEqualTo(FEW);
          assertThat(commands.get("hold").answer(List.of(FEW))).isEqualTo(FEW);
          assertThat((String) commands.get("cancel").answer(List.of())).matches(FEW + " \\d+");
          assertThat((String) commands.get("cancel").answer(List.of())).matches(FEW + " \\d+");
          assertThat(commands.get("hold").answer(List.of(FEW))).isEqualTo(FEW);
          commands.get("cancel").answer(List.of());
        }
        case ECHO -> echo(contestant.model().echo(host).listen());
        case CPU ->
            assertThat((String) commands.get("burn").answer(List.of("20")))
                .matches("\\d+ [01]\\.\\d+(E-\\d+)? \\d+");
        default -> {
          assertThat((String) commands.get("warm").answer(List.of("1"))).matches("\\d+ \\d+");
          assertThat((String) commands.get("run").answer(List.of("1"))).matches("\\d+ \\d+");
        }
      }
    }
  }

  private static void echo(int port) throws Exception {
    byte[] message = "a message of some bytes".getBytes(StandardCharsets.UTF_8);
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (var load = new ClosedLoop(address, 5, message, message)) {
      load.rounds(3);
    }
  }

  @Test
  void models_workloadsThatTheyLack_areRefusedWithAReason() {
    for (Contestant each : Contestants.all()) {
      for (Workload workload : Workload.values()) {
        if (each.lacking(workload).isPresent()) {
          assertThatThrownBy(() -> lackingWork(each, workload))
              .isInstanceOf(UnsupportedOperationException.class)
              .hasMessageContaining(workload.label());
        }
      }
    }
  }

  private static void lackingWork(Contestant contestant, Workload workload) throws Exception {
    try (Host host = contestant.host()) {
      if (workload == Workload.ECHO) {
        contestant.model().echo(host).listen();
      } else {
        CellCommands.of(workload, contestant.model(), host);
      }
    }
  }

  @Test
  void rate_workThatGivesAWrongSum_isNoticed() {
    var wrong = new Rate(Workload.FAN_OUT, children -> children);

    assertThatThrownBy(() -> wrong.run(1, false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("fan-out gave 64 in place of 2016.");
  }
}
