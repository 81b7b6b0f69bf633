package dev.weft.verify.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.Test;

/** JaCoCo is awake: its agent in this very JVM tells a method that ran from one that did not. */
final class CoverageTest {
  private static final class Planted {
    private Planted() {}

    static int called() {
      return 1;
    }

    @SuppressWarnings("UnusedMethod") // that is its point
    static int notCalled() {
      return 2;
    }
  }

  @Test
  void method_neverCalled_isReportedUncovered() throws Exception {
    assertThat(Planted.called()).isEqualTo(1);

    // By name: the agent brings its class along, it is nobody's dependency.
    Object agent = Class.forName("org.jacoco.agent.rt.RT").getMethod("getAgent").invoke(null);
    byte[] dump =
        (byte[])
            Class.forName("org.jacoco.agent.rt.IAgent")
                .getMethod("getExecutionData", boolean.class)
                .invoke(agent, false);
    var loader = new ExecFileLoader();
    loader.load(new ByteArrayInputStream(dump));
    var coverage = new CoverageBuilder();
    String name = Planted.class.getName().replace('.', '/');
    try (InputStream bytes = getClass().getResourceAsStream("/" + name + ".class")) {
      new Analyzer(loader.getExecutionDataStore(), coverage)
          .analyzeClass(Objects.requireNonNull(bytes), name);
    }

    assertThat(
            coverage.getClasses().iterator().next().getMethods().stream()
                .collect(
                    Collectors.toMap(
                        IMethodCoverage::getName, method -> method.getLineCounter().getStatus())))
        .containsEntry("called", ICounter.FULLY_COVERED)
        .containsEntry("notCalled", ICounter.NOT_COVERED);
  }
}
