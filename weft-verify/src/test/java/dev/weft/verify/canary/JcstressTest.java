package dev.weft.verify.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** jcstress is awake: it sees the forbidden outcome of a planted race. */
final class JcstressTest {
  @TempDir private Path folder;

  @Test
  void lostUpdate_stressed_showsTheForbiddenOutcome() throws Exception {
    ForkedTool.Result result =
        ForkedTool.run(
            folder,
            List.of(
                ForkedTool.jdk("java"),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-t",
                LostUpdateJcstress.class.getName(),
                // One plain VM configuration, short: this asks whether the tool sees anything at
                // all.
                "-f",
                "1",
                "-fsm",
                "1",
                "-sc",
                "false",
                "-af",
                "NONE",
                "-iters",
                "2",
                "-time",
                "200",
                "-jvmArgs",
                "--enable-native-access=ALL-UNNAMED",
                "-r",
                folder.toString()));

    assertThat(result.output()).contains("Observed forbidden state: 1 (One update is lost.)");
    assertThat(result.code()).isNotZero();
  }
}
