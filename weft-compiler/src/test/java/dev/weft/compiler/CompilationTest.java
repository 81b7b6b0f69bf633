package dev.weft.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the plugin leaves in the output folder, and what it says of compilations it can't see. */
public final class CompilationTest {

  private static final String TWO_BLOCKS =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      class A {
        Future<Integer> a(Future<Integer> x) { return async(() -> await(x) + 1); }
        Future<Integer> b(Future<Integer> x) { return async(() -> await(x) + 2); }
        static class Inner { AsyncBody<String> c = () -> "c"; }
      }
      """;

  private static final String ONE_BLOCK = TWO_BLOCKS.replaceFirst(".*\\+ 2.*\\n", "");
  private static final String NO_BLOCK = ONE_BLOCK.replaceFirst(".*\\+ 1.*\\n", "");

  @TempDir private Path folder;

  @Test
  void blocks_compiledTwice_giveTheSameBytes() throws Exception {
    Javac.weft(folder.resolve("1")).compile("A.java", TWO_BLOCKS);
    Javac.weft(folder.resolve("2")).compile("A.java", TWO_BLOCKS);
    assertThat(ClassFiles.companions(folder.resolve("1"))).hasSize(3);
    assertThat(ClassFiles.contents(folder.resolve("1/classes")))
        .isEqualTo(ClassFiles.contents(folder.resolve("2/classes")));
  }

  @Test
  void blocks_thatAreTakenOut_leaveNoClassBehind() throws Exception {
    Javac javac = Javac.weft(folder);
    javac.compile("A.java", TWO_BLOCKS);
    javac.compile("A.java", ONE_BLOCK);
    assertThat(ClassFiles.names(javac.classes()))
        .containsExactly("A$Inner$Weft$0.class", "A$Inner.class", "A$Weft$0.class", "A.class");
    javac.compile("A.java", NO_BLOCK);
    assertThat(ClassFiles.names(javac.classes()))
        .containsExactly("A$Inner$Weft$0.class", "A$Inner.class", "A.class");
  }

  @Test
  void classWithoutBlocks_compiled_staysAsItIs() throws Exception {
    String source = "class A { Runnable r = () -> System.out.println(); }";
    Javac.weft(folder.resolve("1")).compile("A.java", source);
    Javac.plain(folder.resolve("2")).compile("A.java", source);
    assertThat(ClassFiles.contents(folder.resolve("1/classes")))
        .isEqualTo(ClassFiles.contents(folder.resolve("2/classes")));
  }

  @Test
  void otherFile_compiledAlone_leavesCompiledBlocksAlone() throws Exception {
    Javac javac = Javac.weft(folder);
    javac.compile("A.java", TWO_BLOCKS);
    var before = ClassFiles.contents(javac.classes());
    javac.compile("B.java", "class B { A a; }");
    assertThat(ClassFiles.contents(javac.classes())).containsAllEntriesOf(before);
  }

  @Test
  void userClass_withTheNameOfACompanion_isAnError() {
    String source =
        """
        import static dev.weft.Async.*;
        import dev.weft.*;
        class A {
          Future<Integer> a(Future<Integer> x) { return async(() -> await(x) + 1); }
          static class Weft { Object o = new Object() {}; }
        }
        """;
    assertThat(Javac.weft(folder).tryCompile("A.java", source).messages())
        .singleElement()
        .asString()
        .startsWith("ERROR 4:55 ")
        .contains("The class A$Weft$… has a name that async blocks need; rename it.");
  }

  @Test
  void userClass_ofAnEarlierCompilationWithTheName_isAnError() throws Exception {
    Javac javac = Javac.weft(folder);
    javac.compile("Other.java", "class A$Weft$0 {}");
    assertThat(javac.tryCompile("A.java", ONE_BLOCK).messages())
        .singleElement()
        .asString()
        .contains("A$Weft$0, which a class of yours has: rename that class");
    assertThat(ClassFolder.isCompanion(javac.classes().resolve("A$Weft$0.class"))).isFalse();
  }

  @Test
  void compilations_atTheSameTime_eachFindTheirOwnFolder() throws Exception {
    try (var threads = Executors.newFixedThreadPool(2)) {
      var jobs = new ArrayList<Callable<Void>>();
      for (int i = 0; i < 4; i++) {
        Path own = folder.resolve("p" + i);
        jobs.add(
            () -> {
              Javac.weft(own).compile("A.java", TWO_BLOCKS);
              return null;
            });
      }
      for (Future<Void> job : threads.invokeAll(jobs)) {
        job.get();
      }
    }
    for (int i = 0; i < 4; i++) {
      assertThat(ClassFiles.companions(folder.resolve("p" + i))).hasSize(3);
    }
  }

  @Test
  void processing_switchedOff_isAnErrorWithAdvice() {
    assertThat(Javac.weft(folder).with("-proc:none").tryCompile("A.java", ONE_BLOCK).messages())
        .singleElement()
        .asString()
        .startsWith("ERROR 4:55 The Weft plugin can't find out where javac writes class files")
        .contains("-Xplugin:\"Weft out=DIR\"");
  }

  @Test
  void processing_thatJavacLeavesOutAfterAnError_isNotComplainedOf() {
    assertThat(Javac.weft(folder).tryCompile("A.java", "import no.Such;\n" + ONE_BLOCK).messages())
        .singleElement()
        .asString()
        .contains("package no does not exist");
  }

  @Test
  void processing_switchedOffWithoutBlocks_isFine() {
    assertThat(
            Javac.weft(folder)
                .with("-proc:none")
                .compile("A.java", "class A { dev.weft.Waker w; }")
                .messages())
        .isEmpty();
  }

  @Test
  void processing_switchedOffWithTheFolderGiven_compilesBlocks() throws Exception {
    Javac javac = Javac.weft(folder);
    javac.with("-proc:none", "-Xplugin:Weft out=" + javac.classes()).compile("A.java", ONE_BLOCK);
    assertThat(ClassFiles.companions(javac.classes())).hasSize(2);
  }

  @Test
  void folder_givenWrong_isAnError() {
    Path wrong = folder.resolve("wrong");
    assertThat(
            Javac.weft(folder)
                .with("-proc:none", "-Xplugin:Weft out=" + wrong)
                .tryCompile("A.java", ONE_BLOCK)
                .messages())
        .isNotEmpty()
        .allMatch(message -> message.contains("finds no class file of A"))
        .allMatch(message -> message.contains(wrong.toString()));
  }

  @Test
  void processors_listedWithoutOurs_areAnErrorWithAdvice() {
    assertThat(
            Javac.weft(folder)
                .with("-processor", Generating.class.getName())
                .with("-processorpath", Javac.plugin() + java.io.File.pathSeparator + tests())
                .tryCompile("A.java", ONE_BLOCK)
                .messages())
        .singleElement()
        .asString()
        .contains("list dev.weft.compiler.OutputProbe too");
  }

  @Test
  void processor_thatGeneratesASource_hasItsBlocksCompiled() throws Exception {
    Javac javac =
        Javac.weft(folder)
            .with("-processor", Generating.class.getName() + "," + OutputProbe.class.getName())
            .with("-processorpath", Javac.plugin() + java.io.File.pathSeparator + tests());
    javac.compile("A.java", ONE_BLOCK);
    assertThat(ClassFiles.companions(javac.classes()))
        .containsExactly("A$Inner$Weft$0.class", "A$Weft$0.class", "Generated$Weft$0.class");
  }

  private static Path tests() {
    return Path.of(Generating.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  @Test
  void jarOnTheClassPathOnly_isAnErrorWithAdvice() throws Exception {
    Path source = Files.writeString(folder.resolve("A.java"), ONE_BLOCK);
    Forked.Result compiled =
        Forked.javac(
            folder,
            "-cp",
            Javac.plugin() + java.io.File.pathSeparator + Javac.library(),
            "-d",
            "out",
            source.toString());
    assertThat(compiled.code()).isEqualTo(1);
    assertThat(compiled.output()).contains("put weft-compiler on the processor path");
  }

  @Test
  void classes_keptInMemory_areLeftAloneWithAWarning() throws Exception {
    MemoryFiles.Compiled compiled = MemoryFiles.compile(ONE_BLOCK);
    assertThat(compiled.messages())
        .singleElement()
        .asString()
        .startsWith("WARNING 4:55 Class files aren't written to a folder here");
    assertThat(compiled.classes()).containsExactly("A", "A$Inner");
  }

  @Test
  void option_unknown_isAnErrorThatListsWhatIsAccepted() {
    assertThat(
            Javac.weft(folder).with("-Xplugin:Weft fast").tryCompile("A.java", NO_BLOCK).messages())
        .containsExactly(
            "ERROR 1:1 Option fast of the Weft plugin is unknown; accepted are report, debug,"
                + " preempt=loops, off and out=DIR, separated by spaces.");
  }

  @Test
  void option_preempt_ofOtherThanLoops_isAnError() {
    assertThat(
            Javac.weft(folder)
                .with("-Xplugin:Weft preempt=calls")
                .tryCompile("A.java", NO_BLOCK)
                .messages())
        .singleElement()
        .asString()
        .contains(
            "Option preempt=calls of the Weft plugin is unknown; accepted are report, debug,"
                + " preempt=loops, off and out=DIR");
  }

  @Test
  void option_off_leavesBlocksAlone() throws Exception {
    Javac javac = Javac.weft(folder).with("-Xplugin:Weft off");
    assertThat(javac.compile("A.java", TWO_BLOCKS).messages()).isEmpty();
    assertThat(ClassFiles.companions(javac.classes())).isEmpty();
  }

  @Test
  void option_report_tellsEachBlockAndTheGrowth() {
    List<String> messages =
        Javac.weft(folder).with("-Xplugin:Weft report").compile("A.java", TWO_BLOCKS).messages();
    assertThat(messages).hasSize(4).allMatch(message -> message.startsWith("NOTE "));
    assertThat(messages)
        .anyMatch(
            text ->
                text.matches(
                    "NOTE 4:55 async block A\\$Weft\\$0: 1 await, no slots, 1 captured value,"
                        + " \\d+ bytes suspended, bytecode \\d+ -> \\d+"));
    assertThat(messages.getLast())
        .matches(
            "NOTE -1:-1 3 async blocks: bytecode \\d+ -> \\d+, class files \\d+ -> \\d+ bytes"
                + " \\(\\+\\d+ %\\)");
  }

  @Test
  void option_report_tellsTheSlotsByKind() {
    String source =
        """
        import static dev.weft.Async.*;
        import dev.weft.*;
        class A {
          Future<Double> a(Future<Integer> x) {
            return async(() -> {
              int i = await(x); int j = i + 1; long l = j; float f = l; double d = f; String s = "" + i;
              for (int k = 0; k < i; k++) { d += await(x); }
              return i + j + l + f + d + s.length();
            });
          }
        }
        """;
    List<String> messages =
        Javac.weft(folder)
            .with("-Xplugin:Weft report preempt=loops")
            .compile("A.java", source)
            .messages();
    assertThat(messages).hasSize(2);
    assertThat(messages.getFirst())
        .matches(
            "NOTE 5:18 async block A\\$Weft\\$0: 2 awaits, 1 pre-emption point, 7 slots"
                + " \\(1 reference, 3 int, 1 long, 1 float, 1 double\\), 1 captured value,"
                + " 64 bytes suspended, bytecode \\d+ -> \\d+");
  }

  @Test
  void block_tooLargeForTheJit_isAWarningThatCanBeSuppressed() {
    String body = "s += await(x);\n".repeat(120);
    String source =
        """
        import static dev.weft.Async.*;
        import dev.weft.*;
        class A {
          %s
          Future<Integer> a(Future<Integer> x) {
            return async(() -> {
              int s = 0;
              %s
              return s;
            });
          }
        }
        """;
    assertThat(Javac.weft(folder).compile("A.java", source.formatted("", body)).messages())
        .singleElement()
        .asString()
        .startsWith("WARNING 6:18 [weft:size] ");
    String suppressed = source.formatted("@SuppressWarnings(\"weft:size\")", body);
    assertThat(Javac.weft(folder).compile("A.java", suppressed).messages()).isEmpty();
  }

  /** A class with so many constants of its own. */
  private static String withConstants(int count) {
    var source = new StringBuilder(TWO_BLOCKS.substring(0, TWO_BLOCKS.lastIndexOf('}')));
    for (int i = 0; i < count; i++) {
      source.append(i % 3000 == 0 ? (i == 0 ? "" : "}\n") + "void c" + i + "(int x) { " : "");
      source.append("x ^= ").append(100_000 + i).append(';');
    }
    return source.append("}\n}").toString();
  }

  @Test
  void classFileBesideTheSource_olderByContentButNewerByTime_isNotTakenForTheOutput()
      throws Exception {
    Javac javac = Javac.weft(folder);
    Path source = javac.write("A.java", ONE_BLOCK);
    Path beside = Files.write(source.resolveSibling("A.class"), new byte[] {1, 2, 3});
    Files.setLastModifiedTime(beside, FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));
    assertThat(javac.tryCompile(List.of(source)).messages()).isEmpty();
    assertThat(ClassFiles.companions(javac.classes()))
        .containsExactly("A$Inner$Weft$0.class", "A$Weft$0.class");
    assertThat(beside).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void classWithoutPlaceForMoreConstants_isAnErrorThatSaysSo() {
    assertThat(Javac.weft(folder).tryCompile("A.java", withConstants(65_400)).messages())
        .singleElement()
        .asString()
        .startsWith("ERROR 4:55 ")
        .contains("The class A is too large", "65535 constants");
  }

  @Test
  void classThatJavacFindsTooLarge_leavesTheEarlierOneWhole_andIsNotComplainedOf()
      throws Exception {
    String tooLarge = withConstants(65_600);
    assertThat(Javac.weft(folder.resolve("fresh")).tryCompile("A.java", tooLarge).messages())
        .singleElement()
        .asString()
        .contains("too many constants");
    Javac javac = Javac.weft(folder);
    javac.compile("A.java", TWO_BLOCKS);
    var before = ClassFiles.contents(javac.classes());
    assertThat(javac.tryCompile("A.java", tooLarge).messages()).hasSize(1);
    assertThat(ClassFiles.contents(javac.classes())).isEqualTo(before);
  }

  @Test
  void block_tooLargeForAMethod_isAnErrorThatNamesIt() {
    String source =
        """
        import static dev.weft.Async.*;
        import dev.weft.*;
        class A {
          Future<Integer> a(Future<Integer> x) {
            return async(() -> {
              int s = 0;
              %s
              return s;
            });
          }
        }
        """
            .formatted("s += await(x);\n".repeat(2_500));
    assertThat(Javac.weft(folder).tryCompile("A.java", source).messages())
        .singleElement()
        .asString()
        .startsWith("ERROR 5:18 ")
        .contains("A.a, line 5: This async block is too large");
  }
}
