package dev.weft.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.testkit.Descriptors;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EntriesTest {

  @TempDir private Path folder;
  private final Weft weft = Weft.builder().workers(2).build();

  @AfterEach
  void close() {
    weft.close();
  }

  private List<String> names(Entries entries) throws Exception {
    return weft
        .blockOn(entries.map(entry -> entry.depth() + " " + relative(entry)).toList(10_000))
        .stream()
        .sorted()
        .toList();
  }

  private String relative(Entries.Entry entry) {
    return folder.relativize(entry.path()).toString();
  }

  private void makeTree() throws IOException {
    Files.createDirectories(folder.resolve("a/b/c"));
    Files.writeString(folder.resolve("a/b/c/deep"), "12345");
    Files.writeString(folder.resolve("a/file"), "123");
    Files.createDirectory(folder.resolve("empty"));
  }

  @Test
  void list_ofADirectory_hasItsEntriesWithMetadata() throws Exception {
    makeTree();
    assertThat(names(AsyncFiles.list(folder))).containsExactly("1 a", "1 empty");
    Entries.Entry file =
        weft.blockOn(
            AsyncFiles.list(folder.resolve("a"))
                .filter(entry -> entry.metadata().isRegularFile())
                .next());
    assertThat(file.metadata().size()).isEqualTo(3);
  }

  @Test
  void list_ofThousands_hasAllAndLeavesNoDescriptorBehind() throws Exception {
    for (int i = 0; i < 3000; i++) {
      Files.createFile(folder.resolve("f" + i));
    }
    names(AsyncFiles.list(folder));
    int base = Descriptors.count();
    assertThat(names(AsyncFiles.list(folder))).hasSize(3000).doesNotHaveDuplicates();
    Descriptors.assertBackAt(base);
  }

  @Test
  void list_leftBeforeItsEnd_isReleasedByClose() throws Exception {
    for (int i = 0; i < 3000; i++) {
      Files.createFile(folder.resolve("f" + i));
    }
    names(AsyncFiles.list(folder));
    int base = Descriptors.count();
    for (int i = 0; i < 50; i++) {
      Entries entries = AsyncFiles.list(folder);
      assertThat(weft.blockOn(entries.next())).isNotNull();
      entries.close();
      assertThat(weft.blockOn(entries.next())).as("after the close").isNull();
      entries.close();
    }
    Descriptors.assertBackAt(base);
  }

  @Test
  void walk_ofATree_hasEachDirectoryBeforeWhatIsInIt() throws Exception {
    makeTree();
    List<String> order = new ArrayList<>();
    weft.blockOn(AsyncFiles.walk(folder).forEach(entry -> order.add(relative(entry))));
    assertThat(order)
        .containsExactlyInAnyOrder("", "a", "a/b", "a/b/c", "a/b/c/deep", "a/file", "empty")
        .containsSubsequence("", "a", "a/b", "a/b/c", "a/b/c/deep");
  }

  @Test
  void walk_withADepth_goesNoDeeper() throws Exception {
    makeTree();
    assertThat(names(AsyncFiles.walk(folder, WalkOptions.defaults().maxDepth(0))))
        .containsExactly("0 ");
    assertThat(names(AsyncFiles.walk(folder, WalkOptions.defaults().maxDepth(2))))
        .containsExactly("0 ", "1 a", "1 empty", "2 a/b", "2 a/file");
    assertThatThrownBy(() -> WalkOptions.defaults().maxDepth(-1))
        .hasMessage("maxDepth is -1; accepted is 0 or more.");
  }

  @Test
  void walk_ofAFile_hasThatAlone() throws Exception {
    makeTree();
    assertThat(names(AsyncFiles.walk(folder.resolve("a/file")))).containsExactly("0 a/file");
  }

  @Test
  void walk_overLinks_followsThemOnlyIfAsked() throws Exception {
    makeTree();
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a/b"));
    Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("none"));
    assertThat(names(AsyncFiles.walk(folder)))
        .contains("1 link", "1 nowhere")
        .doesNotContain("2 link/c");
    assertThat(names(AsyncFiles.walk(folder, WalkOptions.defaults().followLinks())))
        .contains("1 link", "1 nowhere", "2 link/c", "3 link/c/deep");
  }

  @Test
  void walk_intoACycle_failsOrPassesItOver() throws Exception {
    makeTree();
    Files.createSymbolicLink(folder.resolve("a/b/up"), folder.resolve("a"));
    WalkOptions following = WalkOptions.defaults().followLinks();
    assertThatThrownBy(() -> names(AsyncFiles.walk(folder, following)))
        .isInstanceOf(FileSystemLoopException.class)
        .hasMessage(folder.resolve("a/b/up").toString());
    List<IOException> failures = new CopyOnWriteArrayList<>();
    assertThat(names(AsyncFiles.walk(folder, following.onFailure(failures::add))))
        .contains("4 a/b/c/deep")
        .doesNotContain("3 a/b/up");
    assertThat(failures).singleElement().isInstanceOf(FileSystemLoopException.class);
  }

  @Test
  void walk_fromNowhere_failsWithThePathAlsoIfFailuresArePassedOver() {
    Path none = folder.resolve("none");
    WalkOptions lenient = WalkOptions.defaults().onFailure(_ -> {});
    assertThatThrownBy(() -> names(AsyncFiles.walk(none, lenient)))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(none + ": No such file or directory");
    Entries entries = AsyncFiles.list(none);
    assertThatThrownBy(() -> weft.blockOn(entries.next())).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void walker_overWhatIsRemovedMeanwhile_passesItOver() throws Exception {
    makeTree();
    try (var walker = new TreeWalker(folder, WalkOptions.defaults(), true)) {
      assertThat(walker.next(1)).hasSize(1);
      TreeRemoval.removeAll(() -> {}, folder.resolve("a"));
      TreeRemoval.removeAll(() -> {}, folder.resolve("empty"));
      assertThat(walker.next(100)).isEmpty();
    }
  }

  @Test
  void next_cancelledAgainAndAgain_passesNothingOver() throws Exception {
    for (int i = 0; i < 200; i++) {
      Files.createFile(folder.resolve("f" + i));
    }
    Entries entries = AsyncFiles.list(folder);
    List<String> seen = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 300; i++) {
      var taking =
          weft.spawn(
              entries
                  .map(
                      entry -> {
                        seen.add(relative(entry));
                        return entry;
                      })
                  .next());
      taking.abort();
      try {
        weft.blockOn(taking);
      } catch (CancellationException cancelled) {
        // The entry, if there was one, is still in the stream.
      }
    }
    weft.blockOn(entries.forEach(entry -> seen.add(relative(entry))));
    assertThat(seen).hasSize(200).doesNotHaveDuplicates();
  }
}
