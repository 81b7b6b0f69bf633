package dev.weft.compiler.preempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.AsyncBody;
import dev.weft.compiler.Javac;
import dev.weft.testkit.TestTask;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a pre-emption point costs a hot loop: the same loop with it and without, in turns. */
@Tag("stress")
final class LoopCostTest {

  private static final int ROUNDS = 200;
  private static final int WARM_UP = 50;

  private static final String SOURCE =
      """
      import dev.weft.*;
      import java.util.*;
      public class Cost {
        static final int[] NUMBERS = new Random(1).ints(10_000).toArray();
        static final Map<Integer, Integer> MAP = new HashMap<>();
        static { for (int i = 0; i < 1000; i++) { MAP.put(i, i); } }

        public static AsyncBody<Long> sum() {
          return () -> {
            int sum = 0;
            for (int round = 0; round < 300; round++) {
              for (int i = 0; i < NUMBERS.length; i++) { sum += NUMBERS[i]; }
            }
            return (long) sum;
          };
        }
        public static AsyncBody<Long> vector() {
          return () -> {
            int[] target = new int[NUMBERS.length];
            for (int round = 0; round < 300; round++) {
              for (int i = 0; i < target.length; i++) { target[i] = NUMBERS[i] * 3 + round; }
            }
            return (long) target[7];
          };
        }
        public static AsyncBody<Long> chain() {
          return () -> {
            long x = 1;
            for (int i = 0; i < 1_000_000; i++) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
            return x;
          };
        }
        public static AsyncBody<Long> lookUp() {
          return () -> {
            long sum = 0;
            for (int i = 0; i < 500_000; i++) { sum += MAP.get(i % 1000); }
            return sum;
          };
        }
      }
      """;

  @TempDir private Path folder;

  private Method loop(String name, Javac javac) throws Exception {
    Path classes = javac.compile("Cost.java", SOURCE).folder();
    return new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, LoopCostTest.class.getClassLoader())
        .loadClass("Cost")
        .getMethod(name);
  }

  private static long nanos(Method loop, List<Object> results) throws Exception {
    var task = new TestTask();
    var block = dev.weft.Async.async((AsyncBody<?>) loop.invoke(null));
    long start = System.nanoTime();
    results.add(task.ready(block));
    return System.nanoTime() - start;
  }

  @ParameterizedTest
  @CsvSource({"vector, 60", "sum, 4", "chain, 4", "lookUp, 3"})
  void point_inAHotLoop_costsLittle(String name, double limit) throws Exception {
    Method without = loop(name, Javac.weft(folder.resolve("without")));
    Method with =
        loop(name, Javac.weft(folder.resolve("with")).with("-Xplugin:Weft preempt=loops"));
    List<Long> withoutNanos = new ArrayList<>();
    List<Long> withNanos = new ArrayList<>();
    List<Object> results = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      long plain = nanos(without, results);
      long points = nanos(with, results);
      if (round >= WARM_UP) {
        withoutNanos.add(plain);
        withNanos.add(points);
      }
    }
    assertThat(results).containsOnly(results.getFirst());
    double ratio = (double) typical(withNanos) / typical(withoutNanos);
    System.out.printf(
        "%s: %d us without, %d us with a pre-emption point in each turn, ratio %.2f%n",
        name, typical(withoutNanos) / 1000, typical(withNanos) / 1000, ratio);
    assertThat(ratio).isLessThan(limit);
  }

  /** What the tenth fastest took: other work on the machine only ever makes a run slower. */
  private static long typical(List<Long> nanos) {
    Collections.sort(nanos);
    return nanos.get(9);
  }
}
