package dev.weft.verify.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.weave.FuzzedWeaver;
import dev.weft.verify.model.Planted;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fuzzer finds faults of the transformer: each is planted into a copy of it. */
final class PlantedFaultsTest {
  private static final int MOST_PROGRAMS = 200;
  private static final int BATCH = 5;
  private static final int TRIES = 30;

  @TempDir private Path folder;

  private Fuzzer.Finding find(Fuzzer fuzzer) {
    Fuzzer.Finding finding = fuzzer.run(1, MOST_PROGRAMS);
    assertThat(finding).as("of %s programs one differs", MOST_PROGRAMS).isNotNull();
    return finding;
  }

  private static Fuzzer planted(String file, String original, String changed) throws Exception {
    Class<?> weaver = Planted.bug("weft-compiler", FuzzedWeaver.class, file, original, changed);
    return new Fuzzer((Weaver) weaver.getDeclaredConstructor().newInstance(), BATCH);
  }

  @Test
  void spillOfDoubles_skipped_isFoundAndShrunk() throws Exception {
    Fuzzer fuzzer =
        planted(
            "Suspensions",
            "if (field != null) {",
            "if (field != null && saved.type().kind() != VType.Kind.DOUBLE) {");
    Fuzzer.Finding finding = find(fuzzer);
    long seed = finding.program().seed();
    int length = finding.program().source().length();
    String report = Report.of(fuzzer, finding, TRIES, folder);
    assertThat(report).contains("-Dweft.seed=" + seed).contains("STACKLESS").contains("await(");
    assertThat(finding.program().source().length()).isLessThan(length / 2);
    assertThat(Files.readString(folder.resolve(finding.program().name() + ".java")))
        .startsWith("// ")
        .endsWith(finding.program().source());
  }

  @Test
  void handlerOfAResumedAwait_dropped_isFound() throws Exception {
    Fuzzer fuzzer =
        planted(
            "ResumeStubs",
            "body.code().handlersAt(await.index())) {",
            "body.code().handlersAt(await.index()).stream().skip(1).toList()) {");
    assertThat(find(fuzzer).difference().text()).contains("STACKLESS");
  }

  @Test
  void edgesToHandlers_unknownToTheAnalysis_areFound() throws Exception {
    Fuzzer fuzzer = planted("Liveness", "live.or(before[handler.target()]);", "");
    assertThat(find(fuzzer).difference().text()).contains("STACKLESS");
  }
}
