package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int weft(String... args) {
    return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  @Test
  void version_asked_namesWeftAndJava() {
    assertThat(weft("--version")).isZero();
    assertThat(out.toString())
        .matches(
            "weft \\d+\\.\\d+\\.\\d+\\S* \\(Java " + Runtime.version().feature() + "\\b.*\\)\\R");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void help_asked_listsCommandsAndExamples() {
    assertThat(weft("--help")).isZero();
    assertThat(out.toString())
        .contains("Commands:", "  run ", "Examples:", "weft run Hello.java", "weft test");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void help_summaryOfRun_isAWholeSentence() {
    assertThat(weft("--help")).isZero();
    assertThat(out.toString())
        .containsPattern("run +Runs one Java source file with the library on its class path\\.");
  }

  @Test
  void helpOfRun_asked_showsAnExample() {
    assertThat(weft("run", "--help")).isZero();
    assertThat(out.toString()).contains("FILE.java", "Examples:", "weft run Hello.java");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''             | weft: no command given; commands are ",
        "dance          | weft: unknown command 'dance'; commands are ",
        "--loud         | weft: unknown option '--loud'; commands are ",
        "run            | weft: Missing required parameter: 'FILE.java'; see weft run --help",
        "run --loud x   | weft: unknown option '--loud'; see weft run --help",
        "run Gone.java  | weft: there is no file 'Gone.java'; see weft run --help",
        "run notes.txt  | weft: 'notes.txt' is not the name of a .java file; see weft run --help",
        "run @args.java | weft: there is no file '@args.java'; see weft run --help",
      })
  void badInput_given_isOneLineAndExitCode2(String commandLine, String expected) {
    String[] args = commandLine.isEmpty() ? new String[0] : commandLine.split(" ");

    assertThat(weft(args)).isEqualTo(2);

    assertThat(err.toString())
        .startsWith(expected)
        .hasLineCount(1)
        .endsWith(System.lineSeparator());
    assertThat(out.toString()).isEmpty();
  }
}
