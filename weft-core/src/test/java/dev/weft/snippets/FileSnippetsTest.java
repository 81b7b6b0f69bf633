package dev.weft.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FileSnippetsTest {

  @TempDir private Path folder;
  private final Weft weft = Weft.builder().workers(2).build();

  @AfterEach
  void close() {
    weft.close();
  }

  @Test
  void concat_ofTwoFiles_hasBoth() throws Exception {
    Path one = Files.writeString(folder.resolve("one"), "1");
    Path two = Files.writeString(folder.resolve("two"), "2");
    weft.blockOn(FileSnippets.concat(one, two, folder.resolve("both")));
    assertThat(folder.resolve("both")).content().isEqualTo("12");
  }

  @Test
  void replace_ofAFile_leavesTheNewOneAlone() throws Exception {
    Path file = Files.writeString(folder.resolve("f"), "old");
    weft.blockOn(FileSnippets.replace(file, "new".getBytes(StandardCharsets.UTF_8)));
    assertThat(file).content().isEqualTo("new");
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void header_ofAFile_isReadAtItsPlace() throws Exception {
    Path file = Files.writeString(folder.resolve("f"), "RIFF123");
    assertThat(weft.blockOn(FileSnippets.header(file))).isEqualTo("RIFF and 3");
  }

  @Test
  void lines_ofALog_areCounted() throws Exception {
    Path file = Files.writeString(folder.resolve("log"), "ERROR a\nfine\nERROR b\n");
    assertThat(weft.blockOn(FileSnippets.errorsIn(file))).isEqualTo(2);
  }

  @Test
  void walk_ofATree_sumsItsBytes() throws Exception {
    Files.writeString(Files.createDirectories(folder.resolve("a/b")).resolve("f"), "12345");
    Files.writeString(folder.resolve("g"), "123");
    assertThat(weft.blockOn(FileSnippets.diskUsage(folder))).isEqualTo(8);
    List<Exception> failures = new CopyOnWriteArrayList<>();
    assertThat(weft.blockOn(FileSnippets.twoLevels(folder, failures::add).toList(10))).hasSize(4);
    assertThat(failures).isEmpty();
  }

  @Test
  void watch_ofADirectory_tellsOfEachNewFile() throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    List<Path> seen = new CopyOnWriteArrayList<>();
    JoinHandle<Void> watching = weft.spawn(FileSnippets.onEachNew(inner, seen::add));
    Eventually.until(
        "it watches and tells of a new file",
        () -> {
          assertThat(inner.resolve("f" + UUID.randomUUID()).toFile().mkdir()).isTrue();
          return !seen.isEmpty();
        });
    watching.abort();
    assertThat(seen.getFirst().getParent()).isEqualTo(inner);
  }

  @Test
  void temporaryFolder_isThereForTheWork() throws Exception {
    assertThat(weft.blockOn(FileSnippets.inATemporaryFolder())).containsExactly("a");
  }
}
