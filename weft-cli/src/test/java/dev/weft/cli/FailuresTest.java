package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

final class FailuresTest {
  private final StringWriter err = new StringWriter();

  private int fail(Exception failure) {
    var line = new CommandLine(CommandSpec.create());
    line.setErr(new PrintWriter(err, true));
    line.setExecutionExceptionHandler(Failures::failed);
    line.setExecutionStrategy(
        parsed -> {
          throw new CommandLine.ExecutionException(line, "command failed", failure);
        });
    return line.execute();
  }

  @Test
  void ioException_withText_isOneLineAndExitCode1() {
    assertThat(fail(new IOException("the disk\n  is full"))).isEqualTo(1);
    assertThat(err.toString()).isEqualToNormalizingNewlines("weft: the disk; is full\n");
  }

  @Test
  void ioException_thatOnlyNamesAPath_saysWhatIsWrongWithIt() {
    assertThat(fail(new UncheckedIOException(new NoSuchFileException("/a/b")))).isEqualTo(1);
    assertThat(err.toString()).isEqualToNormalizingNewlines("weft: NoSuchFileException: /a/b\n");
  }

  @Test
  void ioException_withoutText_namesItsClass() {
    assertThat(fail(new IOException())).isEqualTo(1);
    assertThat(err.toString()).isEqualToNormalizingNewlines("weft: IOException\n");
  }

  @Test
  void otherException_thrown_isNotHidden() {
    var line = new CommandLine(CommandSpec.create());
    var ours = new IllegalStateException("ours");
    assertThatThrownBy(() -> Failures.failed(ours, line, line.parseArgs())).isSameAs(ours);
  }
}
