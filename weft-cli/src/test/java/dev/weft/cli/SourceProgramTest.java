package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceProgramTest {

  @TempDir private Path folder;
  private final StringWriter messages = new StringWriter();

  private Optional<SourceProgram> compile(String name, String source) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    return SourceProgram.compile(
        file,
        Files.createDirectories(folder.resolve("classes")),
        System.getProperty("java.class.path"),
        new PrintWriter(messages, true));
  }

  @Test
  void file_withoutClassOfItsOwn_isNamedAfterTheFile() throws Exception {
    assertThat(compile("Hello.java", "void main() {}")).contains(new SourceProgram("Hello"));
    assertThat(folder.resolve("classes/Hello.class")).exists();
    assertThat(messages.toString()).isEmpty();
  }

  @Test
  void file_withPackageAndSeveralClasses_isItsFirstClassWithNeighboursOfThePackage()
      throws Exception {
    Path other = folder.resolve("a/b/Other.java");
    Files.createDirectories(other.getParent());
    Files.writeString(other, "package a.b; class Other { }");

    assertThat(
            compile(
                "a/b/First.java",
                "package a.b; class First { void main() { new Other(); } } class Second { }"))
        .contains(new SourceProgram("a.b.First"));
    assertThat(folder.resolve("classes/a/b/Other.class")).exists();
  }

  @Test
  void blocks_ofTheFile_areCompiledToStateMachines() throws Exception {
    String source =
        """
        import static dev.weft.Async.*;
        void main() { var block = async(() -> await(async(() -> 1))); }
        """;
    assertThat(compile("Hello.java", source)).contains(new SourceProgram("Hello"));
    assertThat(folder.resolve("classes/Hello$Weft$1.class")).exists();
    assertThat(messages.toString()).isEmpty();
  }

  @Test
  void warnings_ofTheFile_areShownAndItRuns() throws Exception {
    String source =
        """
        import static dev.weft.Async.*;
        void main() { var block = async(() -> Thread.sleep(1)); }
        """;
    assertThat(compile("Nap.java", source)).contains(new SourceProgram("Nap"));
    assertThat(messages.toString()).contains("Nap.java:2: warning: [weft:blocking]");
  }

  @Test
  void file_withErrors_isNoProgramAndJavacSaysWhere() throws Exception {
    assertThat(compile("Bad.java", "void main() {\n  int i = \"text\";\n}")).isEmpty();
    assertThat(messages.toString()).contains("Bad.java:2:", "incompatible types");
  }

  @Test
  void file_withSyntaxErrors_isNoProgramAndJavacSaysWhere() throws Exception {
    assertThat(compile("Worse.java", "class Worse { void main( }")).isEmpty();
    assertThat(messages.toString()).contains("Worse.java:1:", "error:");
  }

  @Test
  void file_withoutAnyClass_isNoProgramAndSaysSo() throws Exception {
    assertThat(compile("Empty.java", "// nothing\n")).isEmpty();
    assertThat(messages.toString()).contains("Empty.java: error: there is no class");
  }

  @Test
  void run_inThisProcess_givesTheProgramsExitCodeAndLeavesNoFiles() throws Exception {
    Path file = Files.writeString(folder.resolve("Seven.java"), "void main() { System.exit(7); }");
    var quiet = new PrintWriter(messages, true);
    long before = runFolders();

    assertThat(Main.execute(quiet, quiet, "run", file.toString())).isEqualTo(7);

    assertThat(runFolders()).isEqualTo(before);
    assertThat(messages.toString()).isEmpty();
  }

  private static long runFolders() throws IOException {
    try (var inside = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return inside.filter(path -> path.getFileName().toString().startsWith("weft-run")).count();
    }
  }
}
