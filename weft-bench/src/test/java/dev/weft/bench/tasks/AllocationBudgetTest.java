package dev.weft.bench.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.bench.process.Child;
import dev.weft.bench.process.Jvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What operations allocate stays within the budgets in {@code src/test/resources/budgets}, and
 * these don't grow stale.
 *
 * <p>Measured in a process with the C1 compiler only: it removes no allocation, so that what is
 * counted is what the code asks for, the same in each run. C2 saves some of it where it inlines.
 */
final class AllocationBudgetTest {

  /** For each operation how often it is done in a round. */
  private static final Map<String, Integer> SIZES =
      Map.of(
          "spawn-join", 16_000,
          "yield", 16_000,
          "message-bounded", 16_000,
          "message-unbounded", 16_000,
          "message-awaited", 16_000,
          "sleep", 2_000,
          "timeout", 16_000,
          "select", 16_000,
          "mutex", 16_000);

  private static final int HELD_TASKS = 20_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"stackless", "stackful"})
  void operations_allocate_whatTheirBudgetSays(String kind) throws Exception {
    var budget = Budget.read(kind);
    var faults = new ArrayList<String>();
    List<Path> classes = List.of(new WeftClasses(folder).folder(kind.equals("stackless")));
    var jvm =
        new Jvm(
            List.of(
                "-Xms512m",
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // A thread's part of the heap counts as used even where it is empty.
                "-XX:TLABSize=16k",
                "-XX:-ResizeTLAB"),
            classes);
    try (Child child = Child.start(jvm.command(WeftClasses.BUDGETS))) {
      child.expect("ready");
      for (String name : budget.names()) {
        String answer =
            name.equals(Budget.HELD)
                ? child.ask("held", HELD_TASKS)
                : child.ask("allocated", name, SIZES.get(name));
        budget.fault(name, Long.parseLong(answer)).ifPresent(faults::add);
      }
      child.kill(); // rather than wake those that sleep
    }
    assertThat(faults).as(String.join("\n", faults)).isEmpty();
    assertThat(budget.names()).hasSize(SIZES.size() + 1).containsAll(SIZES.keySet());
  }
}
