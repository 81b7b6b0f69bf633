package dev.weft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MainTest {

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void unknownWorkload_isBadInputThatListsTheKnownOnes() {
    assertThat(run("kv-get", "nonsense")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("weft bench: There is no workload nonsense; there are kv-get, ")
        .hasLineCount(1);
  }

  @Test
  void jsonInAFolderThatIsMissing_isBadInputBeforeAnythingRuns() {
    assertThat(run("--json", folder.resolve("no").resolve("file").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("is no file in a folder that exists").hasLineCount(1);
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
