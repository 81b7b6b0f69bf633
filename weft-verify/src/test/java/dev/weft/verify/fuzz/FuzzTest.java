package dev.weft.verify.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.compiler.weave.FuzzedWeaver;
import dev.weft.verify.fuzz.Subject.Setting;
import dev.weft.verify.fuzz.Subject.Variant;
import dev.weft.verify.fuzz.generate.Program;
import dev.weft.verify.fuzz.kit.Probe;
import dev.weft.verify.tool.MemoryJavac;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Random programs, and those of before, are the same blocking, stackful and stackless. */
final class FuzzTest {
  private static final int FEW = 50;
  private static final int MANY = 100_000;
  private static final int TOLD = 1_000;
  private static final int TRIES = 2_000;
  private static final Path FOUND = Path.of("target/fuzz");

  private static void fuzz(Fuzzer fuzzer, long seed, int count) throws IOException {
    Fuzzer.Finding finding = fuzzer.run(seed, count);
    if (finding != null) {
      throw new AssertionError(Report.of(fuzzer, finding, TRIES, FOUND));
    }
  }

  @Test
  void randomPrograms_runInThreeWays_areTheSame() throws Exception {
    var fuzzer = new Fuzzer(new FuzzedWeaver(), 20);
    fuzz(fuzzer, Long.getLong("weft.seed", 1), FEW);
    assertThat(fuzzer.programs()).isEqualTo(FEW);
    assertThat(fuzzer.runs()).isGreaterThan(10L * FEW);
    assertThat(fuzzer.unsound()).isLessThan(FEW / 10);
  }

  @Test
  @Tag("stress")
  void manyRandomPrograms_runInThreeWays_areTheSame() throws Exception {
    long seed = Long.getLong("weft.seed", 1_000_000);
    int count = Integer.getInteger("weft.fuzz.programs", MANY);
    var fuzzer = new Fuzzer(new FuzzedWeaver(), 50);
    for (int done = 0; done < count; done += TOLD) {
      fuzz(fuzzer, seed + done, Math.min(TOLD, count - done));
      System.out.println(
          fuzzer.programs()
              + " random programs, "
              + fuzzer.runs()
              + " runs: no difference; "
              + fuzzer.unsound()
              + " were no valid classes");
    }
    assertThat(fuzzer.programs()).isEqualTo(count);
  }

  @Test
  void program_ofASeed_isAlwaysTheSame() {
    assertThat(Program.of(7).source())
        .isEqualTo(Program.of(7).source())
        .isNotEqualTo(Program.of(8).source().replace("P8", "P7"));
  }

  @TestFactory
  Stream<DynamicTest> savedSource_runInThreeWays_isTheSame() throws IOException {
    var javac = new MemoryJavac(Async.class, Probe.class, Nullable.class);
    try (Stream<Path> files = Files.list(Path.of(Report.KEPT))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream()
          .map(
              file ->
                  DynamicTest.dynamicTest(
                      file.getFileName().toString(), () -> replay(javac, Saved.read(file))));
    }
  }

  private static void replay(MemoryJavac javac, Saved saved) {
    MemoryJavac.Compiled compiled = javac.compile(Map.of(saved.name(), saved.source()));
    assertThat(compiled.errors()).isEmpty();
    for (Variant variant : Variant.values()) {
      var subject =
          new Subject(
              saved.name(), compiled.classes(), new FuzzedWeaver(), new Setting(variant, true));
      assertThat(subject.difference(saved.plans(subject.awaits()))).as("%s", variant).isNull();
    }
  }
}
