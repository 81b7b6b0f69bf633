package dev.weft.verify.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Error Prone, NullAway and javac's lint are awake: with the build's own flags they reject. */
final class CompilerChecksTest {
  @TempDir private Path folder;

  private ForkedTool.Result compile(String method) throws IOException, InterruptedException {
    Path source =
        Files.writeString(
            folder.resolve("Planted.java"),
            """
            package dev.weft.planted;

            import java.util.List;

            @org.jspecify.annotations.NullMarked
            final class Planted {
              private Planted() {}

              %s
            }
            """
                .formatted(method));
    String classPath = System.getProperty("java.class.path");
    var command = new ArrayList<>(List.of(ForkedTool.jdk("javac")));
    for (String name :
        List.of("api", "file", "main", "model", "parser", "processing", "tree", "util")) {
      command.add("-J--add-exports=jdk.compiler/com.sun.tools.javac." + name + "=ALL-UNNAMED");
    }
    for (String name : List.of("code", "comp")) {
      command.add("-J--add-opens=jdk.compiler/com.sun.tools.javac." + name + "=ALL-UNNAMED");
    }
    command.addAll(List.of("-XDcompilePolicy=simple", "--should-stop=ifError=FLOW", "-proc:none"));
    command.addAll(List.of("-Werror", System.getProperty("weft.lint")));
    command.add(System.getProperty("weft.errorprone") + " -Xep:NullAway:ERROR");
    command.addAll(List.of("-classpath", classPath, "-processorpath", classPath));
    command.addAll(List.of("-d", folder.toString(), source.toString()));
    return ForkedTool.run(folder, command);
  }

  @Test
  void cleanCode_compiled_passes() throws Exception {
    ForkedTool.Result result = compile("static String text() { return \"\"; }");

    assertThat(result).isEqualTo(new ForkedTool.Result(0, ""));
  }

  @Test
  void arraysComparedByIdentity_compiled_isAnErrorOfErrorProne() throws Exception {
    ForkedTool.Result result =
        compile("static boolean same(int[] a, int[] b) { return a.equals(b); }");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.output()).contains("error: [ArrayEquals]");
  }

  @Test
  void nullReturned_compiled_isAnErrorOfNullAway() throws Exception {
    ForkedTool.Result result = compile("static String text() { return null; }");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.output()).contains("error: [NullAway]");
  }

  @Test
  void rawType_compiled_isAWarningThatFails() throws Exception {
    ForkedTool.Result result = compile("static int size(List list) { return list.size(); }");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.output()).contains("warning: [rawtypes]", "-Werror");
  }
}
