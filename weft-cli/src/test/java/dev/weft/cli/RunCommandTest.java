package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code weft run} in a process of its own, since its child inherits the process's streams.
 */
final class RunCommandTest {
  @TempDir private Path folder;

  private Run weftRun(String source, String... args) throws Exception {
    var arguments = new ArrayList<String>();
    arguments.add(Files.writeString(folder.resolve("Hello.java"), source).toString());
    arguments.addAll(List.of(args));
    return launch(arguments.toArray(String[]::new));
  }

  private Run launch(String... args) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.weft.cli.Main", "run"));
    command.addAll(List.of(args));
    File out = folder.resolve("out").toFile();
    File err = folder.resolve("err").toFile();
    Process process = new ProcessBuilder(command).redirectOutput(out).redirectError(err).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Run(
        process.exitValue(), Files.readString(out.toPath()), Files.readString(err.toPath()));
  }

  @Test
  void program_withALibrary_isCompiledAndRunWithIt() throws Exception {
    Path library = Files.createDirectory(folder.resolve("library"));
    Path source =
        Files.writeString(
            folder.resolve("Greeting.java"), "public class Greeting { public String s = \"hi\"; }");
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    assertThat(javac.run(null, null, null, "-d", library.toString(), source.toString())).isZero();
    Files.delete(source);
    Path file =
        Files.writeString(
            folder.resolve("Hello.java"), "void main() { IO.println(new Greeting().s); }");

    assertThat(launch("-cp", library.toString(), file.toString()))
        .isEqualTo(new Run(0, "hi\n", ""));
    assertThat(launch(file.toString()).code()).isEqualTo(2);
  }

  private record Run(int code, String out, String err) {}

  @Test
  void program_ended_itsExitCodeAndOutputAreOurs() throws Exception {
    Run run =
        weftRun(
            """
            void main(String[] args) {
              IO.println(String.join("|", args));
              System.exit(7);
            }
            """,
            "--help",
            "-x",
            "@file",
            "two words",
            "--");

    assertThat(run).isEqualTo(new Run(7, "--help|-x|@file|two words|--\n", ""));
  }

  @Test
  void program_running_hasTheLibraryTheOpensAndNativeAccess() throws Exception {
    Run run =
        weftRun(
            """
            import com.google.protobuf.ByteString;
            import org.jspecify.annotations.Nullable;
            @Nullable String unused;
            void main() {
              Module mine = getClass().getModule();
              IO.println(Object.class.getModule().isOpen("java.lang", mine));
              IO.println(mine.isNativeAccessEnabled());
              IO.println(ByteString.EMPTY.size());
            }
            """);

    assertThat(run).isEqualTo(new Run(0, "true\ntrue\n0\n", ""));
  }

  @Test
  void program_failingInsideABlock_showsThatFailure() throws Exception {
    Run run =
        weftRun(
            """
            import static dev.weft.Async.*;
            import dev.weft.*;
            void main() throws Exception {
              try (Weft weft = Weft.create()) {
                weft.blockOn(stackful(() -> { throw new java.io.IOException("oh"); }));
              }
            }
            """);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("java.io.IOException: oh", "Hello.java:5");
  }

  @Test
  void program_withANeighbour_isCompiledWithIt() throws Exception {
    Files.writeString(folder.resolve("Greeting.java"), "class Greeting { String s = \"hi\"; }");
    Run run = weftRun("void main() { IO.println(new Greeting().s); }");

    assertThat(run).isEqualTo(new Run(0, "hi\n", ""));
  }

  @Test
  void program_withBlocks_runsThemAsStateMachinesAlsoThoseOfItsNeighbours() throws Exception {
    Files.writeString(
        folder.resolve("Nap.java"),
        """
        import static dev.weft.Async.*;
        import dev.weft.*;
        class Nap {
          static Future<String> nap() {
            return async(() -> { await(yieldNow()); return "rested"; });
          }
        }
        """);
    Run run =
        weftRun(
            """
            import static dev.weft.Async.*;
            import dev.weft.*;
            void main() throws Exception {
              Future<String> block = async(() -> await(Nap.nap()));
              IO.println(block.getClass().getName() + " " + Nap.nap().getClass().getName());
              try (Weft weft = Weft.create()) {
                IO.println(weft.blockOn(block));
              }
            }
            """);

    assertThat(run).isEqualTo(new Run(0, "Hello$Weft$0 Nap$Weft$0\nrested\n", ""));
  }

  @Test
  void program_withAMisplacedAwait_exits2WithThePluginsAdvice() throws Exception {
    Run run =
        weftRun(
            """
            import static dev.weft.Async.*;
            void main() throws Exception {
              int n = await(async(() -> 1));
            }
            """);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Hello.java:3: error: await stands outside any async block");
  }

  @Test
  void secondFile_named_isAnArgumentOfTheProgram() throws Exception {
    Run run = weftRun("void main(String[] args) { IO.println(args[0]); }", "Other.java");

    assertThat(run).isEqualTo(new Run(0, "Other.java\n", ""));
  }

  @Test
  void publicClass_namedUnlikeTheFile_runs() throws Exception {
    Run run =
        weftRun(
            """
            package some.where;
            public class Main {
              public static void main(String[] args) {
                System.out.println(Main.class.getName());
              }
            }
            """);

    assertThat(run).isEqualTo(new Run(0, "some.where.Main\n", ""));
  }

  @Test
  void firstClass_withoutMain_exits1AndJavaSaysSo() throws Exception {
    Run run = weftRun("class Hello {}\n");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("Main method not found in class Hello");
  }

  @Test
  void file_withoutAClass_exits2AndSaysSo() throws Exception {
    Run run = weftRun("// nothing here\n");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("Hello.java: error: there is no class");
  }

  @Test
  void program_thatDoesNotCompile_exits2WithJavacsMessage() throws Exception {
    Run run = weftRun("void main() { int i = \"text\"; }\n");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("Hello.java:1:", "incompatible types");
  }

  @Test
  void program_terminated_endsWithItsLauncher() throws IOException, InterruptedException {
    Path file =
        Files.writeString(
            folder.resolve("Forever.java"),
            """
            void main() throws Exception {
              IO.println(ProcessHandle.current().pid());
              new java.util.concurrent.CountDownLatch(1).await();
            }
            """);
    Process launcher =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.weft.cli.Main",
                "run",
                file.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    long pid = Long.parseLong(launcher.inputReader().readLine());

    launcher.destroy();

    assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }
}
