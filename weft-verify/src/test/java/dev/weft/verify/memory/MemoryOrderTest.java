package dev.weft.verify.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.verify.canary.ForkedTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What model checking can't see, since it takes memory for sequentially consistent: publication,
 * fences, and the park and unpark of real threads, stressed on this machine's memory.
 */
final class MemoryOrderTest {

  private static final String REAL =
      "dev.weft.(internal|sync).*(Sweep|Join|HandOver|Park|Claim|Room)Jcstress";

  @TempDir private Path folder;

  private ForkedTool.Result stress(String tests, int iterations, int millis) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                ForkedTool.jdk("java"),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main"));
    command.addAll(List.of("-t", tests, "-f", "1", "-fsm", "1", "-sc", "false", "-af", "NONE"));
    command.addAll(List.of("-iters", Integer.toString(iterations)));
    command.addAll(List.of("-time", Integer.toString(millis)));
    command.addAll(
        List.of("-jvmArgs", "--enable-native-access=ALL-UNNAMED", "-r", folder.toString()));
    return ForkedTool.run(folder, command);
  }

  private static void holds(ForkedTool.Result result) {
    assertThat(result.output())
        .contains("6 planned; 6 passed, 0 failed, 0 soft errs, 0 hard errs")
        .doesNotContain("Observed forbidden state");
    assertThat(result.code()).as(result.output()).isZero();
  }

  @Test
  void protocols_stressedForAMoment_hold() throws Exception {
    holds(stress(REAL, 2, 200));
  }

  @Test
  void plantedSweepWithoutFences_isFound() throws Exception {
    ForkedTool.Result result = stress(PlantedSweepJcstress.class.getName(), 5, 300);

    assertThat(result.output())
        .contains("Observed forbidden state: true, false (Accepted behind the sweep.)");
    assertThat(result.code()).isNotZero();
  }

  @Test
  void plantedWakeUpThatIsLost_isFound() throws Exception {
    ForkedTool.Result result = stress(PlantedParkJcstress.class.getName(), 5, 300);

    assertThat(result.output()).contains("Observed forbidden state: 1 (It slept beside the work.)");
    assertThat(result.code()).isNotZero();
  }

  @Test
  void plantedRoomWithoutFence_isFound() throws Exception {
    ForkedTool.Result result = stress(PlantedRoomJcstress.class.getName(), 5, 300);

    assertThat(result.output())
        .contains("Observed forbidden state: 0, 0 (It waits beside the room.)");
    assertThat(result.code()).isNotZero();
  }

  @Test
  @Tag("stress")
  void protocols_stressedForLong_hold() throws Exception {
    holds(stress(REAL, 30, 1_000));
  }
}
