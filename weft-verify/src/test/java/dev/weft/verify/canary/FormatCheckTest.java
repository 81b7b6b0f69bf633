package dev.weft.verify.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The format check is awake: as the parent sets it up, it rejects a file of bad form, by name. */
final class FormatCheckTest {
  @TempDir private Path folder;

  @Test
  void badlyFormattedFile_checked_isRejectedByName() throws Exception {
    Path root = Path.of(System.getProperty("weft.root")).toRealPath();
    Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>dev.weft</groupId>
            <artifactId>weft-parent</artifactId>
            <version>0.1.0-SNAPSHOT</version>
            <relativePath>%s</relativePath>
          </parent>
          <artifactId>planted</artifactId>
        </project>
        """
            .formatted(folder.toRealPath().relativize(root.resolve("pom.xml"))));
    Path sources = Files.createDirectories(folder.resolve("src/main/java/planted"));
    Files.writeString(sources.resolve("Good.java"), "package planted;\n\ninterface Good {}\n");
    Files.writeString(sources.resolve("Bad.java"), "package planted;\ninterface   Bad{ }\n");
    Files.createDirectories(folder.resolve(".mvn"));
    Files.copy(root.resolve(".mvn/jvm.config"), folder.resolve(".mvn/jvm.config"));
    String mvn = Path.of(System.getProperty("weft.maven.home"), "bin", "mvn").toString();

    ForkedTool.Result result =
        ForkedTool.run(
            folder, List.of(mvn, "-B", "com.diffplug.spotless:spotless-maven-plugin:check"));

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.output())
        .contains("format violations", "src/main/java/planted/Bad.java")
        .doesNotContain("src/main/java/planted/Good.java");
  }
}
