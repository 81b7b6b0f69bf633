package dev.weft.compiler.shapes;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.CommandLineTest;
import dev.weft.compiler.CompilationTest;
import dev.weft.compiler.Javac;
import dev.weft.compiler.check.MisplacedAwaitTest;
import dev.weft.compiler.check.WarningsTest;
import dev.weft.compiler.debug.DebuggerTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every shape of the list has a test. */
final class ShapeListTest {

  private static final int LAST = 104;

  private record Place(Class<?> type, String method) {}

  /** Shapes that aren't a body whose outcome could be compared. */
  private static final Map<Integer, Place> ELSEWHERE =
      Map.ofEntries(
          entry(28, in(MisplacedAwaitTest.class, "awaitReference_outsideStackfulCode_isAnError")),
          entry(40, in(SpecialShapesTest.class, "primitivePatterns_ofThePreview_areCompiled")),
          entry(46, in(SpecialShapesTest.class, "millionAwaits_ofReadyFutures_needNoStack")),
          entry(74, in(CompilationTest.class, "block_tooLargeForAMethod_isAnErrorThatNamesIt")),
          entry(78, in(SpecialShapesTest.class, "deadVariable_whileSuspended_isCollected")),
          entry(
              80,
              in(SpecialShapesTest.class, "reassignedVariable_whileSuspended_keepsNotTheOldValue")),
          entry(82, in(WarningsTest.class, "lock_overAwait_isAWarning")),
          entry(93, in(CommandLineTest.class, "javac_ofAnInstanceMain_compilesBlocks")),
          entry(96, in(CommandLineTest.class, "javac_ofModules_compilesBlocksInEach")),
          entry(97, in(CommandLineTest.class, "javac_withoutDebugInformation_compilesBlocks")),
          entry(
              98, in(CompilationTest.class, "processor_thatGeneratesASource_hasItsBlocksCompiled")),
          entry(99, in(CompilationTest.class, "compilations_atTheSameTime_eachFindTheirOwnFolder")),
          entry(100, in(DebuggerTest.class, "steps_overReadyAwaits_stopOncePerLine")),
          entry(
              102, in(SpecialShapesTest.class, "location_ofASuspendedBlock_isTheLineOfItsAwait")));

  /**
   * Interrupts of the stackful backend (68), which weft-core tests; coverage (101); and what the
   * guide says of thread-locals and threads (103, 104).
   */
  private static final Set<Integer> NOT_HERE = Set.of(68, 101, 103, 104);

  private static Place in(Class<?> type, String method) {
    return new Place(type, method);
  }

  @Test
  void everyShape_ofTheList_hasATest() {
    var covered = new TreeSet<>(ELSEWHERE.keySet());
    covered.addAll(NOT_HERE);
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
    List<Place> missing = new ArrayList<>(ELSEWHERE.values());
    missing.removeIf(
        place ->
            Stream.of(place.type().getDeclaredMethods())
                .anyMatch(
                    method ->
                        method.getName().equals(place.method())
                            && method.isAnnotationPresent(Test.class)));
    assertThat(missing).isEmpty();
  }
}
