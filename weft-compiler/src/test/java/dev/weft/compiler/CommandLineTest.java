package dev.weft.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** javac as a process of its own, with nothing but the processor path. */
public final class CommandLineTest {

  private static final String RESOURCES =
      """
      package app;
      import static dev.weft.Async.*;
      import dev.weft.*;
      class Resource implements AsyncCloseable {
        public Future<Void> closeAsync() {
          return async(() -> { await(yieldNow()); System.out.print("closed "); });
        }
      }
      class Main {
        public static void main(String[] args) throws Exception {
          Future<Void> block = async(() -> {
            class Local extends Resource {}
            try (var a = new Resource(); var b = new Local()) {}
          });
          try (Weft weft = Weft.create()) { weft.blockOn(block); }
          System.out.println(block.getClass().getName());
        }
      }
      """;

  private static final String PROGRAM =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;

      public class Main {
        @interface Mark {}

        @Mark
        static Future<Integer> twice(Future<Integer> x) {
          return async(() -> 2 * await(x));
        }

        @Stackful
        static void deep() {}

        public static void main(String[] args) throws Exception {
          AsyncBody<String> body = () -> "got " + await(twice(async(() -> 21)));
          Future<String> block = async(body);
          System.out.println(block.getClass().getName().contains("$Weft$"));
          try (Weft weft = Weft.create()) {
            System.out.println(weft.blockOn(block));
          }
        }
      }
      """;

  private static final String STACKLESS = "true\ngot 42\n";

  @TempDir private Path folder;

  private void compileAndRun(String... options) throws Exception {
    Path source = Files.writeString(folder.resolve("Main.java"), PROGRAM);
    var arguments = new java.util.ArrayList<String>();
    arguments.addAll(
        java.util.List.of(
            "-processorpath",
            Javac.plugin().toString(),
            "-cp",
            Javac.library().toString(),
            "-d",
            "out"));
    arguments.addAll(java.util.List.of(options));
    arguments.add(source.toString());
    Forked.Result compiled = Forked.javac(folder, arguments.toArray(String[]::new));
    assertThat(compiled).isEqualTo(new Forked.Result(0, ""));
    assertThat(Forked.java(folder, folder.resolve("out"), "Main"))
        .isEqualTo(new Forked.Result(0, STACKLESS));
  }

  @Test
  void javac_withTheProcessorPathOnly_compilesBlocksInSilence() throws Exception {
    compileAndRun();
    assertThat(ClassFiles.companions(folder.resolve("out"))).hasSize(3);
  }

  @Test
  void javac_withoutDebugInformation_compilesBlocks() throws Exception {
    compileAndRun("-g:none");
  }

  @Test
  void javac_withAllDebugInformationAndParameters_compilesBlocks() throws Exception {
    compileAndRun("-g", "-parameters");
  }

  @Test
  void javac_withAllWarningsAsErrors_compilesBlocks() throws Exception {
    compileAndRun("-Werror", "-Xlint:all", "--release", "25");
  }

  @Test
  void javac_withOtherPolicies_compilesBlocks() throws Exception {
    compileAndRun("-XDcompilePolicy=simple", "--should-stop=ifError=FLOW");
    compileAndRun("-XDcompilePolicy=byfile");
  }

  @Test
  void javac_withoutOutputFolder_writesBesideTheSource() throws Exception {
    Path sub = Files.createDirectories(folder.resolve("deep/er"));
    Files.writeString(sub.resolve("Main.java"), PROGRAM);
    Forked.Result compiled =
        Forked.javac(
            folder,
            "-processorpath",
            Javac.plugin().toString(),
            "-cp",
            Javac.library().toString(),
            "deep/er/Main.java");
    assertThat(compiled).isEqualTo(new Forked.Result(0, ""));
    assertThat(ClassFiles.companions(folder)).hasSize(3).allMatch(f -> f.startsWith("deep/er/"));
    assertThat(Forked.java(folder, sub, "Main")).isEqualTo(new Forked.Result(0, STACKLESS));
  }

  @Test
  void javac_ofAnInstanceMain_compilesBlocks() throws Exception {
    Files.writeString(
        folder.resolve("Compact.java"),
        """
        import static dev.weft.Async.*;
        import dev.weft.*;

        void main() throws Exception {
          var block = async(() -> await(async(() -> 20)) + 22);
          IO.println(block.getClass().getName().contains("$Weft$"));
          try (Weft weft = Weft.create()) {
            IO.println("got " + weft.blockOn(block));
          }
        }
        """);
    Forked.Result compiled =
        Forked.javac(
            folder,
            "-processorpath",
            Javac.plugin().toString(),
            "-cp",
            Javac.library().toString(),
            "-d",
            "out",
            "Compact.java");
    assertThat(compiled).isEqualTo(new Forked.Result(0, ""));
    assertThat(Forked.java(folder, folder.resolve("out"), "Compact"))
        .isEqualTo(new Forked.Result(0, STACKLESS));
  }

  @Test
  void launcher_ofASourceFile_runsItStackful() throws Exception {
    Path source = Files.writeString(folder.resolve("Main.java"), PROGRAM);
    for (String classPath :
        java.util.List.of(
            Javac.library().toString(),
            Javac.library() + java.io.File.pathSeparator + Javac.plugin())) {
      Forked.Result run = Forked.run(folder, "java", "-cp", classPath, source.toString());
      assertThat(run.code()).isZero();
      assertThat(run.output()).contains("got 42").doesNotContain("can't find");
      assertThat(run.output()).containsOnlyOnce("did not compile run on virtual threads");
    }
  }

  @Test
  void jshell_withThePluginOnItsClassPath_runsBlocksStackful() throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("script.jsh"),
            """
            import static dev.weft.Async.*
            import dev.weft.*
            Weft weft = Weft.create()
            System.out.println("got " + weft.blockOn(async(() -> await(async(() -> 20)) + 22)))
            weft.close()
            /exit
            """);
    Forked.Result run =
        Forked.run(
            folder,
            "jshell",
            "--execution",
            "local",
            "--class-path",
            Javac.library() + java.io.File.pathSeparator + Javac.plugin(),
            script.toString());
    assertThat(run.output()).contains("got 42").doesNotContain("can't find");
  }

  @Test
  void javac_ofModules_compilesBlocksInEach() throws Exception {
    module("one", "requires transitive dev.weft.core; exports one;", "");
    module(
        "two",
        "requires one;",
        "one.One other = new one.One();"
            + " public static void main(String[] args) throws Exception {"
            + " dev.weft.Future<Integer> f = new Two().f(new one.One().f(_ -> dev.weft.Poll.ready(7)));"
            + " System.out.println(f.getClass().getName());"
            + " try (var weft = dev.weft.Weft.create()) { System.out.println(weft.blockOn(f)); } }");
    String modules = moduleOfTheLibrary() + java.io.File.pathSeparator + Javac.annotations();
    Forked.Result compiled =
        Forked.javac(
            folder,
            "-processorpath",
            Javac.plugin().toString(),
            "-Werror",
            "-Xlint:all,-requires-automatic,-requires-transitive-automatic,-missing-explicit-ctor,-exports",
            "-p",
            modules,
            "--module-source-path",
            "src",
            "-d",
            "out",
            "--module",
            "one,two");
    assertThat(compiled).isEqualTo(new Forked.Result(0, ""));
    assertThat(ClassFiles.companions(folder.resolve("out")))
        .containsExactly("one/one/One$Weft$0.class", "two/two/Two$Weft$0.class");
    String path = "out" + java.io.File.pathSeparator + modules;
    assertThat(Forked.run(folder, "java", "-p", path, "-m", "two/two.Two"))
        .isEqualTo(new Forked.Result(0, "two.Two$Weft$0\n7\n"));
  }

  @Test
  void resource_ofOneNameInTwoModules_isAwaitedInBoth() throws Exception {
    for (String name : java.util.List.of("one", "two")) {
      Path sources = Files.createDirectories(folder.resolve("src").resolve(name).resolve("app"));
      Files.writeString(
          sources.resolveSibling("module-info.java"),
          "module " + name + " { requires dev.weft.core; }");
      Files.writeString(sources.resolve("Main.java"), RESOURCES);
    }
    String modules = moduleOfTheLibrary() + java.io.File.pathSeparator + Javac.annotations();
    for (String policy : java.util.List.of("todo", "simple")) {
      assertThat(
              Forked.javac(
                  folder,
                  "-XDcompilePolicy=" + policy,
                  "-processorpath",
                  Javac.plugin().toString(),
                  "-p",
                  modules,
                  "--module-source-path",
                  "src",
                  "-d",
                  "out",
                  "--module",
                  "one,two"))
          .isEqualTo(new Forked.Result(0, ""));
      String path = "out" + java.io.File.pathSeparator + modules;
      for (String main : java.util.List.of("one/app.Main", "two/app.Main")) {
        assertThat(Forked.run(folder, "java", "-p", path, "-m", main))
            .isEqualTo(new Forked.Result(0, "closed closed app.Main$Weft$0\n"));
      }
    }
  }

  /** The library as a jar, whose name makes it a module even without a descriptor. */
  private Path moduleOfTheLibrary() throws Exception {
    Path library = Javac.library();
    if (Files.isRegularFile(library)) {
      return library;
    }
    Path jar = folder.resolve("dev.weft.core.jar");
    assertThat(
            Forked.run(
                folder, "jar", "--create", "--file", jar.toString(), "-C", library.toString(), "."))
        .isEqualTo(new Forked.Result(0, ""));
    return jar;
  }

  private void module(String name, String directives, String members) throws Exception {
    Path source = Files.createDirectories(folder.resolve("src").resolve(name).resolve(name));
    Files.writeString(
        source.resolveSibling("module-info.java"), "module " + name + " { " + directives + " }");
    String type = name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1);
    Files.writeString(
        source.resolve(type + ".java"),
        """
        package %s;
        public class %s {
          %s
          public dev.weft.Future<Integer> f(dev.weft.Future<Integer> x) {
            return dev.weft.Async.async(() -> dev.weft.Async.await(x));
          }
        }
        """
            .formatted(name, type, members));
  }
}
