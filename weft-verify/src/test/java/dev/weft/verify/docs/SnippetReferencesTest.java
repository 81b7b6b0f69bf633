package dev.weft.verify.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever code the documentation shows is code that was compiled. */
class SnippetReferencesTest {

  private static final Path ROOT = Path.of(System.getProperty("weft.root"));
  private static final Pattern SNIPPET = Pattern.compile("\\{@snippet\\s+([^}]*)}?");
  private static final Pattern CLASS = Pattern.compile("class=\"([\\w.]+)\"");
  private static final Pattern REGION = Pattern.compile("region=\"(\\w+)\"");

  @Test
  void javadoc_ofAllModules_showsRegionsThatExist() throws IOException {
    List<String> faults = new ArrayList<>();
    int found = 0;
    for (Path module : modules()) {
      for (Path source : files(module.resolve("src/main/java"), ".java")) {
        Matcher snippet = SNIPPET.matcher(Files.readString(source));
        while (snippet.find()) {
          found++;
          fault(module, snippet.group(1))
              .map(text -> ROOT.relativize(source) + ": " + text)
              .forEach(faults::add);
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(found).isPositive();
  }

  private static Stream<String> fault(Path module, String attributes) throws IOException {
    Matcher type = CLASS.matcher(attributes);
    Matcher region = REGION.matcher(attributes);
    if (!type.find() || !region.find()) {
      return Stream.of("a snippet needs a class and a region, not: " + attributes.strip());
    }
    Path file = module.resolve("src/test/java").resolve(type.group(1).replace('.', '/') + ".java");
    if (!Files.isRegularFile(file)) {
      return Stream.of("there is no class " + type.group(1) + " in the tests of its module");
    }
    return Regions.of(file).text(region.group(1)).isPresent()
        ? Stream.empty()
        : Stream.of(type.group(1) + " has no region " + region.group(1));
  }

  @Test
  void pages_ofTheDocumentation_showRegionsAsTheyAre() throws IOException {
    List<Path> pages = new ArrayList<>(files(ROOT.resolve("docs"), ".md"));
    pages.add(ROOT.resolve("README.md"));
    var markdown = new Markdown(ROOT);
    List<String> faults = new ArrayList<>();
    for (Path page : pages) {
      faults.addAll(markdown.faults(page));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void regions_nestedAndIndented_areCutOut() {
    Regions regions =
        Regions.of(
            "A.java",
            """
              // @start region="outer"
              if (x) {
                // @start region="inner"
                y();

                z();
                // @end
              }

              // @end
            """
                .lines()
                .toList());
    assertThat(regions.text("outer")).hasValue("if (x) {\n  y();\n\n  z();\n}");
    assertThat(regions.text("inner")).hasValue("y();\n\nz();");
    assertThat(regions.text("other")).isEmpty();
  }

  @Test
  void regions_withoutAnEnd_areRefused() {
    assertThatThrownBy(() -> Regions.of("A.java", List.of("// @start region=\"a\"")))
        .hasMessage("A.java has no @end for [a].");
    assertThatThrownBy(() -> Regions.of("A.java", List.of("// @end")))
        .hasMessage("A.java has an @end without an @start.");
  }

  @Test
  void page_withAFault_isCaught() throws IOException {
    String file = "weft-core/src/test/java/dev/weft/snippets/SpiSnippets.java";
    var markdown = new Markdown(ROOT);
    String page =
        """
        ```java
        unmarked();
        ```
        <!-- snippet: %1$s#clock -->
        ```java
        changed();
        ```
        <!-- snippet: %1$s#none -->
        ```java
        ```
        <!-- snippet: none.java#clock -->
        ```java
        ```
        ```sh
        cat <<'```java'
        ```
        """
            .formatted(file);
    assertThat(markdown.faults("page.md", page.lines().toList()))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("page.md:1: a Java block without"),
            second -> assertThat(second).startsWith("page.md:5: differs from " + file + "#clock"),
            third -> assertThat(third).endsWith("#none: there is no such region"),
            fourth -> assertThat(fourth).contains("\"none.java#clock\" names no file"));
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> all = Files.list(ROOT)) {
      return all.filter(path -> path.getFileName().toString().startsWith("weft-"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> path.toString().endsWith(ending)).sorted().toList();
    }
  }
}
