package dev.weft.compiler.shapes;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.CommandLineTest;
import dev.weft.compiler.CompilationTest;
import dev.weft.compiler.Javac;
import dev.weft.compiler.check.MisplacedAwaitTest;
import dev.weft.compiler.check.WarningsTest;
import dev.weft.compiler.debug.DebuggerTest;
import dev.weft.compiler.debug.LogicalFramesTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every shape of the list has a test, or several where it has several sides. */
final class ShapeListTest {

  private static final int LAST = 104;

  private record Place(Class<?> type, String method) {}

  /** Shapes that aren't a body whose outcome could be compared, and places that are refused. */
  private static final Map<Integer, List<Place>> ELSEWHERE =
      Map.ofEntries(
          entry(
              28,
              List.of(
                  in(MisplacedAwaitTest.class, "awaitReference_outsideStackfulCode_isAnError"),
                  in(MisplacedAwaitTest.class, "await_inPlainLambda_isAnError"),
                  in(MisplacedAwaitTest.class, "await_inStackfulCode_isFine"))),
          entry(40, in("primitivePatterns_ofThePreview_areCompiled")),
          entry(
              46,
              List.of(
                  in(SpecialShapesTest.class, "millionAwaits_ofReadyFutures_needNoStack"),
                  in(SpecialShapesTest.class, "millionAwaits_ofPendingFutures_needNoStack"))),
          entry(
              74,
              List.of(
                  in(CompilationTest.class, "block_tooLargeForAMethod_isAnErrorThatNamesIt"),
                  in(
                      CompilationTest.class,
                      "block_tooLargeForTheJit_isAWarningThatCanBeSuppressed"))),
          entry(
              78,
              List.of(
                  in(SpecialShapesTest.class, "deadVariable_whileSuspended_isCollected"),
                  in(SpecialShapesTest.class, "deadCapture_whileSuspended_isCollected"),
                  in(SpecialShapesTest.class, "usedResult_whileSuspended_isCollected"))),
          entry(80, in("reassignedVariable_whileSuspended_keepsNotTheOldValue")),
          entry(
              81,
              List.of(
                  in(MisplacedAwaitTest.class, "await_inMonitorOfBlock_isAnError"),
                  in(MisplacedAwaitTest.class, "await_inSynchronizedMethod_isAnError"),
                  in(SpecialShapesTest.class, "monitorsAndLocks_heldByStackfulBlocks_work"))),
          entry(
              82,
              List.of(
                  in(WarningsTest.class, "lock_overAwait_isAWarning"),
                  in(SpecialShapesTest.class, "monitorsAndLocks_heldByStackfulBlocks_work"))),
          entry(83, List.of(in(MisplacedAwaitTest.class, "await_beforeSuper_isAnError"))),
          entry(84, List.of(in(MisplacedAwaitTest.class, "await_inInitialisers_isAnError"))),
          entry(
              93,
              List.of(
                  in(CommandLineTest.class, "javac_ofAnInstanceMain_compilesBlocks"),
                  in(CommandLineTest.class, "launcher_ofASourceFile_runsItStackful"))),
          entry(96, List.of(in(CommandLineTest.class, "javac_ofModules_compilesBlocksInEach"))),
          entry(
              97,
              List.of(
                  in(CommandLineTest.class, "javac_withoutDebugInformation_compilesBlocks"),
                  in(CommandLineTest.class, "javac_withAllWarningsAsErrors_compilesBlocks"))),
          entry(
              98,
              List.of(
                  in(
                      CompilationTest.class,
                      "processor_thatGeneratesASource_hasItsBlocksCompiled"))),
          entry(
              99,
              List.of(
                  in(CompilationTest.class, "compilations_atTheSameTime_eachFindTheirOwnFolder"),
                  in(CompilationTest.class, "blocks_compiledTwice_giveTheSameBytes"))),
          entry(
              100,
              List.of(
                  in(DebuggerTest.class, "steps_overReadyAwaits_stopOncePerLine"),
                  in(
                      DebuggerTest.class,
                      "breakpoints_inLinesThatAwaitPendingFutures_stopThereAndWhenTheyAreResumed"))),
          entry(
              102,
              List.of(
                  in(SpecialShapesTest.class, "location_ofASuspendedBlock_isTheLineOfItsAwait"),
                  in(
                      LogicalFramesTest.class,
                      "failure_ofAnotherTask_getsTheAwaitsOfItsAwaiterBehindItsOwn"))));

  /**
   * Shapes that other modules test, and what a user has to be told (103, 104): a text that a file
   * of the tree has to contain.
   */
  private static final Map<Integer, Map<String, String>> IN_OTHER_FILES =
      Map.of(
          68,
          Map.of(
              "weft-core/src/test/java/dev/weft/internal/stackful/CancellationTest.java",
              "void interrupt_fromOutsideAtAnAwait_abortsTheTask("),
          98,
          Map.of(
              "weft-verify/src/test/java/dev/weft/verify/plugin/BesideOthersTest.java",
              "void lombok_onTheSamePath_sharesTheClass("),
          101,
          Map.of(
              "weft-verify/src/test/java/dev/weft/verify/plugin/BlockCoverageTest.java",
              "void lines_ofACompiledBlock_areThoseOfTheSourceEachCountedOnce("),
          103,
          Map.of("docs/guide/compiling.md", "a `ThreadLocal` or `ScopedValue`"),
          104,
          Map.of("docs/guide/compiling.md", "`Thread.currentThread()` before and after an await"));

  private static List<Place> in(String method) {
    return List.of(in(SpecialShapesTest.class, method));
  }

  private static Place in(Class<?> type, String method) {
    return new Place(type, method);
  }

  @Test
  void everyShape_ofTheList_hasATest() {
    var covered = new TreeSet<>(ELSEWHERE.keySet());
    covered.addAll(IN_OTHER_FILES.keySet());
    Pattern name = Pattern.compile("(?m)^(?:class|interface) S(\\d+)");
    for (String file : ShapesTest.FILES) {
      name.matcher(Javac.resource("/shapes/" + file + ".java"))
          .results()
          .forEach(found -> covered.add(Integer.valueOf(found.group(1))));
    }
    assertThat(covered).containsExactlyElementsOf(IntStream.rangeClosed(1, LAST).boxed().toList());
  }

  @Test
  void testsElsewhere_named_exist() {
    List<Place> missing = ELSEWHERE.values().stream().flatMap(List::stream).collect(toList());
    missing.removeIf(
        place ->
            Stream.of(place.type().getDeclaredMethods())
                .anyMatch(
                    method ->
                        method.getName().equals(place.method())
                            && method.isAnnotationPresent(Test.class)));
    assertThat(missing).isEmpty();
  }

  @Test
  void textsInOtherFiles_named_exist() throws Exception {
    Path root = Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
    for (var texts : IN_OTHER_FILES.values()) {
      for (var text : texts.entrySet()) {
        assertThat(Files.readString(root.resolve(text.getKey()))).contains(text.getValue());
      }
    }
  }
}
