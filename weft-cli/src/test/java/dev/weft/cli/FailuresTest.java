package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
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
    assertThat(err.toString()).isEqualToNormalizingNewlines("weft: there is no file '/a/b'\n");
  }

  @Test
  void networkException_withAnAddress_saysWhatWasTried() {
    fail(new BindException("[::1]:80: Address already in use"));
    fail(new ConnectException("[::1]:80: Connection refused"));
    fail(new UnknownHostException("nowhere:80: Name or service not known"));
    fail(new AccessDeniedException("/a/b"));
    assertThat(err.toString().lines())
        .containsExactly(
            "weft: can't listen on [::1]:80: Address already in use",
            "weft: can't connect to [::1]:80: Connection refused",
            "weft: unknown host nowhere:80: Name or service not known",
            "weft: no access to '/a/b'");
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
