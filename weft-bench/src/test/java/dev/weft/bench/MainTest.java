package dev.weft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class MainTest {

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void unknownWorkload_isBadInputThatListsTheKnownOnes() {
    assertThat(run("kv-get", "nonsense")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("weft bench: There is no workload nonsense; there are spawn, ")
        .hasLineCount(1);
  }

  @Test
  void unknownContender_isBadInputThatListsTheKnownOnes() {
    assertThat(run("kv-get", "--contender", "go")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("weft bench: There is no contender go in these workloads; there are weft-echo,")
        .hasLineCount(1);
  }

  @Test
  void htmlThatIsAFolder_isBadInputBeforeAnythingRuns() {
    assertThat(run("--html", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--html " + folder).hasLineCount(1);
  }

  @Test
  void jvmFlagThatIsNone_isBadInputBeforeAnythingRuns() {
    assertThat(run("--jvm-flag", "UseG1GC")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("weft bench: --jvm-flag UseG1GC is no flag of a JVM; it accepts -X")
        .hasLineCount(1);
  }

  @Test
  void unknownOption_isBadInput() {
    assertThat(run("--fast")).isEqualTo(2);
    assertThat(err.toString()).contains("--fast").hasLineCount(1);
  }

  @Test
  void workloads_names_areAskedForWholeOrByTheirGroup() {
    assertThat(meant("pingpong")).containsExactly("pingpong-1", "pingpong-1000");
    assertThat(meant("pingpong-1")).containsExactly("pingpong-1");
    assertThat(meant("select")).containsExactly("select-2", "select-8", "select-timeout");
    assertThat(meant("channels")).hasSize(5).contains("channels-spsc");
    assertThat(meant("streams")).hasSize(6).contains("streams-map");
    assertThat(meant("ping")).isEmpty();
  }

  @Test
  void quickContest_ofOneWorkload_writesTableJsonAndPage() throws Exception {
    Path json = folder.resolve("out.json");
    Path html = folder.resolve("out.html");

    int code =
        run(
            "chain",
            "--quick",
            "--contender",
            "weft-stackless",
            "--contender",
            "fork-join",
            "--json",
            json.toString(),
            "--html",
            html.toString(),
            "--folder",
            folder.toString());

    assertThat(err.toString()).contains("chain fork-join run 2");
    assertThat(code).isZero();
    JsonNode rows = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(rows.size()).isEqualTo(2);
    assertThat(rows.get(0).get("contender").stringValue()).isEqualTo("weft-stackless");
    assertThat(rows.get(0).get("median").doubleValue()).isPositive();
    assertThat(Files.readString(html)).contains("<svg", "fork-join");
    assertThat(out.toString().lines()).hasSize(3);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(json, html);
    }
  }

  private static List<String> meant(String name) {
    return Suite.all().stream().filter(w -> w.answersTo(name)).map(Workload::name).toList();
  }

  @Test
  void jsonInAFolderThatIsMissing_isBadInputBeforeAnythingRuns() {
    assertThat(run("--json", folder.resolve("no").resolve("file").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("is no file in a folder that exists").hasLineCount(1);
  }

  @Test
  void jsonThatCannotBeWritten_isBadInputBeforeAnythingRuns() throws Exception {
    Path json = folder.resolve("out.json");
    Files.createDirectory(folder.resolve("out.json.part")); // where the text would go first

    assertThat(run("--json", json.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--json " + json + " can't be written").hasLineCount(1);
  }

  @Test
  void jsonAndHtmlInOneFile_isBadInput() {
    String file = folder.resolve("out").toString();

    assertThat(run("--json", file, "--html", file)).isEqualTo(2);
    assertThat(err.toString()).contains("give each a file of its own").hasLineCount(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void folderThatIsAFile_isBadInput() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(run("--folder", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains(file + " is no folder").hasLineCount(1);
  }

  @Test
  void list_namesEachWorkloadWithWhatItMeasures() {
    assertThat(run("--list")).isZero();
    assertThat(out.toString().lines()).hasSize(Suite.all().size()).allMatch(l -> l.contains(" "));
  }

  @Test
  void help_namesTheWorkloads() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("--quick", "--json", "kv-get");
  }

  private int run(String... args) {
    return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }
}
