package dev.weft.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line, and what is printed and written. */
final class CompareTest {

  private static final Effort TINY =
      new Effort(
          100,
          5,
          Duration.ofMillis(1),
          Duration.ofMillis(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2));

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void unknownModel_isBadInputThatListsTheKnownOnes() {
    assertThat(run("--model", "fibres")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("weft compare: There is no model fibres; there are os-threads, callbacks,")
        .hasLineCount(1);
  }

  @Test
  void unknownWorkload_isBadInputThatListsTheKnownOnes() {
    assertThat(run("--workload", "nonsense")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("weft compare: There is no workload nonsense; there are ping-pong, fan-out,")
        .hasLineCount(1);
  }

  @Test
  void unknownOptionOrArgument_isBadInput() {
    assertThat(run("--fast")).isEqualTo(2);
    assertThat(run("all")).isEqualTo(2);
    assertThat(err.toString()).contains("--fast", "all").hasLineCount(2);
  }

  @Test
  void filesThatCantBeWritten_areBadInputBeforeAnythingRuns() {
    assertThat(run("--html", folder.toString())).isEqualTo(2);
    assertThat(run("--json", folder.resolve("no").resolve("file").toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("--html " + folder + " is no file in a folder that exists.")
        .hasLineCount(2);
  }

  @Test
  void jsonAndHtmlInTheSameFile_areBadInputBeforeAnythingRuns() {
    String file = folder.resolve("out").toString();
    assertThat(run("--json", file, "--html", folder.resolve("./out").toString())).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            "weft compare: --json and --html are both %s; give each a file of its own.%n"
                .formatted(file));
  }

  @Test
  void comparison_ofTwoModels_writesTableJsonAndPage() throws Exception {
    Path json = folder.resolve("out.json");
    Path html = folder.resolve("out.html");

    int code =
        run(
            "--quick",
            "--model",
            "generators",
            "--model",
            "weft-stackless",
            "--workload",
            "cpu",
            "--workload",
            "waiting",
            "--json",
            json.toString(),
            "--html",
            html.toString());

    assertThat(code).as(err.toString()).isZero();
    assertThat(err.toString())
        .contains(
            "1/4, ", " s: cpu generators absent: only one activity", "waiting weft-stackless done")
        .hasLineCount(4);
    assertThat(out.toString())
        .contains("generators", "bytesPerActivity", "generators in cpu: absent: only one activity");
    shape(JsonMapper.shared().readTree(Files.readString(json)));
    String page = Files.readString(html);
    assertThat(page)
        .contains("<h1>Models of concurrency</h1>", "<h2>waiting</h2>", "<svg", "weft-stackless")
        .doesNotContain("http", "src=", "@import", "<link", "<script");
  }

  private static void shape(JsonNode cells) {
    assertThat(cells.size()).isEqualTo(4);
    JsonNode absent = cells.get(0);
    assertThat(absent.get("model").stringValue()).isEqualTo("generators");
    assertThat(absent.get("status").stringValue()).isEqualTo("absent");
    assertThat(absent.get("reason").stringValue()).isEqualTo("only one activity runs at a time");
    JsonNode cell = cells.get(3);
    assertThat(cell.propertyNames())
        .containsExactly("model", "workload", "kind", "mapping", "status", "metrics");
    assertThat(cell.get("workload").stringValue()).isEqualTo("waiting");
    assertThat(cell.get("kind").stringValue()).isEqualTo("cooperative");
    assertThat(cell.get("mapping").stringValue()).isEqualTo("M:N");
    assertThat(cell.get("metrics").propertyNames())
        .containsExactlyInAnyOrder(
            "codeLines",
            "classBytes",
            "activities",
            "startNanosPerActivity",
            "bytesPerActivity",
            "heapBytesPerActivity",
            "cancelNanosPerActivity");
    assertThat(cell.get("metrics").get("activities").doubleValue()).isEqualTo(100);
    assertThat(cell.get("metrics").get("cancelNanosPerActivity").doubleValue()).isPositive();
  }

  private int run(String... args) {
    return Main.execute(TINY, TINY, new PrintWriter(out, true), new PrintWriter(err, true), args);
  }
}
