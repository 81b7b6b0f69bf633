package dev.weft.bench.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weft.Weft;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FilesTest {

  @TempDir private Path folder;

  @Test
  void deepTree_sizes_areAddedUpAlikeByBothWalks() throws Exception {
    FileTree tree = FileTree.deep(folder.resolve("tree"), 30);

    try (Stream<Path> all = Files.walk(tree.root());
        Weft weft = Weft.builder().workers(2).build()) {
      assertThat(all.filter(Files::isRegularFile)).hasSize(tree.files());
      assertThat(BlockingFiles.walk(tree.root())).isEqualTo(tree.bytes());
      assertThat(weft.blockOn(WeftFiles.du(tree.root()))).isEqualTo(tree.bytes());
    }
    assertThat(folder.resolve("tree/d1/d1")).isDirectory();
  }

  @Test
  void flatTree_isReadAsAWholeByBothReaders() throws Exception {
    FileTree tree = FileTree.flat(folder.resolve("flat"));

    try (Weft weft = Weft.builder().workers(2).build()) {
      assertThat(weft.blockOn(WeftFiles.read(tree.root()))).isEqualTo(tree.bytes());
    }
    assertThat(BlockingFiles.read(tree.root())).isEqualTo(tree.bytes());
  }

  @Test
  void rounds_otherSumThanIsDue_fails() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Rounds.of(() -> 3).answer(List.of("0", "4")))
        .withMessage("3 bytes were counted; 4 are there.");
  }

  @Test
  void rounds_withoutWarmUp_doTheWorkOnce() throws Exception {
    int[] times = {0};
    Object nanos = Rounds.of(() -> ++times[0]).answer(List.of("0", "1"));

    assertThat(times[0]).isEqualTo(1);
    assertThat((Long) nanos).isPositive();
  }
}
