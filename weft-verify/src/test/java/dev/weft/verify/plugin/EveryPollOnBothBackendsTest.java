package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.weave.FuzzedWeaver;
import dev.weft.everypoll.Outcome;
import dev.weft.everypoll.Scenario;
import dev.weft.everypoll.Scenarios;
import dev.weft.everypoll.Table;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The table of cancellations with its blocks as state machines: what holds on virtual threads holds
 * there, and each step of each run is the same.
 */
final class EveryPollOnBothBackendsTest {

  private static byte[] classFile(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      return in.readAllBytes();
    }
  }

  private static Map<String, byte[]> woven() throws IOException {
    Map<String, byte[]> plain = new HashMap<>();
    for (Class<?> table : Scenarios.classes()) {
      plain.put(table.getName().replace('.', '/'), classFile(table));
    }
    Map<String, byte[]> woven = new HashMap<>();
    var weaver = new FuzzedWeaver();
    for (String name : plain.keySet()) {
      woven.putAll(weaver.weave(name, plain, true));
    }
    return woven;
  }

  @SuppressWarnings("unchecked") // the woven class has the same method
  private static List<Scenario> compiled() throws Exception {
    Class<?> table = new WovenLoader(woven()).loadClass(Scenarios.class.getName());
    return (List<Scenario>) table.getMethod("all").invoke(null);
  }

  @Test
  void table_woven_hasAStateMachinePerBlock() throws Exception {
    assertThat(woven()).hasSizeGreaterThan(Scenarios.classes().size() + 80);
    assertThat(compiled().getFirst().start().getClass().getClassLoader())
        .isInstanceOf(WovenLoader.class);
  }

  @TestFactory
  Stream<DynamicTest> cancelledAtEachPoll_bothBackendsDoTheSame() throws Exception {
    List<Scenario> stackful = Scenarios.all();
    List<Scenario> stackless = compiled();
    assertThat(stackless).hasSameSizeAs(stackful);
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < stackful.size(); i++) {
      Scenario on = stackful.get(i);
      Scenario compiled = stackless.get(i);
      tests.add(DynamicTest.dynamicTest(on.name(), () -> compare(on, compiled)));
    }
    return tests.stream();
  }

  private static void compare(Scenario stackful, Scenario stackless) {
    var faults = new TreeSet<String>();
    Table.each(
        stackless,
        (one, outcome) -> {
          outcome.faults().forEach(fault -> faults.add(one + ": " + fault));
          Outcome other = new Table.Case(stackful, one.seed(), one.cut()).run();
          if (!other.equals(outcome)) {
            faults.add(one + ": stackful did\n" + other + "\nand stackless\n" + outcome);
          }
        });
    assertThat(faults).isEmpty();
  }
}
