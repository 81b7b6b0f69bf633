package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide shows the very code that is compiled and tested. */
class GuideTest {

  private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
  private static final Path GUIDE = Path.of("../docs/guide/codec.md");
  private static final Path SNIPPETS = Path.of("src/test/java/dev/weft/codec/snippets");

  @Test
  void guide_eachBlock_standsInASnippetClass() throws Exception {
    List<String> sources;
    try (Stream<Path> files = Files.list(SNIPPETS)) {
      sources = files.map(GuideTest::withoutIndent).toList();
    }
    List<String> blocks =
        BLOCK.matcher(Files.readString(GUIDE)).results().map(match -> match.group(1)).toList();
    assertThat(blocks).hasSizeGreaterThanOrEqualTo(5);
    for (String block : blocks) {
      assertThat(sources).as(block).anyMatch(source -> source.contains(block));
    }
  }

  /** The regions of a file, each with its own indent taken off. */
  private static String withoutIndent(Path file) {
    try {
      return Pattern.compile("// @start[^\\n]*\\n(.*?)[ ]*// @end", Pattern.DOTALL)
          .matcher(Files.readString(file))
          .results()
          .map(match -> match.group(1).stripTrailing().stripIndent().indent(0))
          .reduce("", String::concat);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
