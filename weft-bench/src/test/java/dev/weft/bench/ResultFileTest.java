package dev.weft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultFileTest {

  @TempDir private Path folder;

  private static List<Measurement> measured(String... names) {
    return Stream.of(names)
        .map(name -> Measurement.of(name, "weft", "ms", List.of(new Sample(1, 2, 3))))
        .toList();
  }

  private static ResultFile<Measurement> of(Path file) {
    return new ResultFile<>(file, all -> all.stream().map(Measurement::name).toList().toString());
  }

  @Test
  void stoppedRun_afterAFinishedWorkload_leavesItsFigures() throws IOException {
    Path file = folder.resolve("out.json");
    var result = of(file);
    result.soFar(measured("spawn"));
    assertThat(file).hasContent("[spawn]");
    result.soFar(measured("spawn", "chain"));
    assertThat(file).hasContent("[spawn, chain]");
    result.complete(measured("spawn", "chain"));
    assertThat(file).hasContent("[spawn, chain]");
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).containsExactly(file);
    }
  }

  @Test
  void link_isFollowedAndStaysALink() throws IOException {
    Path file = Files.writeString(folder.resolve("real.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);
    of(link).soFar(measured("spawn"));
    assertThat(file).hasContent("[spawn]");
    assertThat(link).isSymbolicLink();
  }

  @Test
  void fileThatCannotBeReplaced_isWrittenOnceAtTheEnd() throws IOException {
    Path nowhere = Path.of("/dev/null");
    if (!Files.exists(nowhere)) {
      return; // elsewhere there is no such file to try it with
    }
    var calls = new int[1];
    var result =
        new ResultFile<Measurement>(
            nowhere,
            _ -> {
              calls[0]++;
              return "";
            });
    result.soFar(measured("spawn"));
    assertThat(calls[0]).isZero();
    result.complete(measured("spawn"));
    assertThat(calls[0]).isOne();
  }
}
