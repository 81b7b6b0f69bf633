package dev.weft.internal.stackful;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A block that is suspended for long keeps nothing alive that its code doesn't need any more. */
@Tag("stackful")
final class ForgottenBodyTest {

  /*
   * HotSpot's interpreter keeps what any variable of a frame ever held, so this is a promise for compiled
   * code alone: the program runs in a JVM that compiles all of ours before its first call. There a lambda is
   * alive only as long as something else refers to it, as the block once did.
   */

  private static final int LIMIT_SECONDS = 120;

  @Test
  void captureThatIsDead_whileSuspendedForLong_isCollected() throws Exception {
    boolean opened = SystemVirtualThreads.get().isInPlace();
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xcomp", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-XX:CompileCommand=quiet");
    command.add("-XX:CompileCommand=compileonly,dev/weft/*.*");
    if (opened) {
      command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ForgottenBody.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      String handedOff = "HAND_OFF freed true 1048577\n";
      assertThat(output)
          .isEqualTo(opened ? "IN_PLACE freed true 1048577\n" + handedOff : handedOff);
    } finally {
      process.destroyForcibly();
    }
  }
}
