package dev.weft.compiler.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.Javac;
import dev.weft.compiler.testkit.Sources;
import dev.weft.compiler.testkit.Woven;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.management.ObjectName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State objects are as large in HotSpot's heap as the report says, to the byte. */
final class StateObjectSizeTest {

  /** A line of the class histogram: number, instances, bytes, class. */
  private static final Pattern LINE = Pattern.compile("(?m)^ *\\d+: +(\\d+) +(\\d+) +(\\S+)");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Expressions",
        "Numbers",
        "Branches",
        "Loops",
        "Exceptions",
        "Locals",
        "Structure"
      })
  void stateObject_ofEachShape_hasTheReportedSizeInTheHeap(String file) throws Exception {
    Woven woven =
        Woven.of(
            Sources.compile(Map.of(file + ".java", Javac.resource("/shapes/" + file + ".java"))));
    ClassLoader loader = woven.loader();
    var alive = new ArrayList<Object>();
    for (BlockFacts facts : woven.blocks()) {
      alive.add(made(loader.loadClass(facts.companion().replace('/', '.'))));
    }

    Map<String, Integer> sizes = sizes();

    assertThat(alive).isNotEmpty();
    for (BlockFacts facts : woven.blocks()) {
      assertThat(sizes.get(facts.companion().replace('/', '.')))
          .as("%s with %s and %d captured", facts.companion(), facts.slots(), facts.captures())
          .isEqualTo(facts.objectBytes());
    }
  }

  /** The lambda of a block, which has the class of its state objects, with nothing captured. */
  private static Object made(Class<?> companion) throws Exception {
    for (Method method : companion.getDeclaredMethods()) {
      if (method.getName().equals(CompanionWriter.LAMBDA)) {
        method.setAccessible(true);
        var captured = new ArrayList<Object>();
        for (Class<?> type : method.getParameterTypes()) {
          captured.add(Array.get(Array.newInstance(type, 1), 0));
        }
        return method.invoke(null, captured.toArray());
      }
    }
    throw new AssertionError(companion);
  }

  /** Bytes of one object of each class of the shapes. */
  private static Map<String, Integer> sizes() throws Exception {
    Object histogram =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[] {"-all"}},
                new String[] {String[].class.getName()});
    var sizes = new TreeMap<String, Integer>();
    LINE.matcher(histogram.toString())
        .results()
        .filter(line -> line.group(3).startsWith("shapes."))
        .forEach(
            line ->
                sizes.put(
                    line.group(3),
                    Integer.parseInt(line.group(2)) / Integer.parseInt(line.group(1))));
    return sizes;
  }
}
