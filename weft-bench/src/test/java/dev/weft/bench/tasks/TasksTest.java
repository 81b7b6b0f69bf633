package dev.weft.bench.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Child;
import dev.weft.bench.process.Jvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, small works. */
final class TasksTest {

  private static final List<String> WORKS =
      List.of(
          "spawn",
          "chain",
          "oneshot",
          "skynet-joins",
          "skynet-channels",
          "pingpong-1",
          "pingpong-1000",
          "mpsc",
          "channels-spsc",
          "channels-rendezvous",
          "channels-mpmc",
          "channels-unbounded",
          "channels-broadcast",
          "select-2",
          "select-8",
          "select-timeout",
          "streams-map",
          "streams-flatmap",
          "streams-buffered",
          "streams-mapasync",
          "streams-merge",
          "streams-chunks",
          "yield",
          "mutex",
          "memory");

  /** The least that each work can be divided by: 1,000 pairs, 8 channels. */
  private static final int SIZE = 1_000;

  /** Each work runs once, so that what is compiled well is compiled for nothing. */
  private static final List<String> CHEAP = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** Of all tests, so that the works are compiled once. */
  @TempDir private static Path folder;

  private final StringWriter progress = new StringWriter();

  @Test
  void contenders_works_areAllDoneByThoseWhoOfferThem() throws Exception {
    for (Contender each : new Contenders(new WeftClasses(folder)).all()) {
      if (each.launch().missing().isPresent()) {
        continue;
      }
      try (Child child = Child.start(each.launch().command(Jvm.standard(CHEAP)))) {
        child.expect("ready");
        for (String work : WORKS) {
          if (each.offers(work)) {
            assertThat(Long.parseLong(child.ask("run", work, each.size(work, SIZE))))
                .as(each.name() + " " + work)
                .isPositive();
          }
        }
        assertThat(Long.parseLong(child.ask("heap"))).isPositive();
        child.kill();
      }
    }
  }

  @Test
  void contenders_names_areThoseOfTheList() {
    assertThat(new Contenders(new WeftClasses(folder)).all())
        .extracting(Contender::name)
        .containsExactlyElementsOf(Contenders.names());
  }

  @Test
  void taskWorkload_twoContenders_givesARowForEach() throws Exception {
    var chain = new TaskWorkload("chain", "", TaskWorkload.Unit.NANOS_PER_OPERATION, 1_000, 1_000);

    List<Measurement> rows = chain.run(plan(Set.of("weft-stackless", "fork-join")));

    assertThat(rows)
        .extracting(Measurement::contender)
        .containsExactly("weft-stackless", "fork-join");
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.unit()).isEqualTo("ns/op");
              assertThat(row.median()).isPositive();
              assertThat(row.rssKb()).isGreaterThan(10_000);
              assertThat(row.runs()).isEqualTo(2);
            });
  }

  @Test
  void memoryWorkload_run_givesResidentMemoryAndHeap() throws Exception {
    List<Measurement> rows =
        new MemoryWorkload("memory-small", 30_000).run(plan(Set.of("weft-stackless")));

    assertThat(rows)
        .extracting(Measurement::name)
        .containsExactly("memory-small", "memory-small-heap");
    assertThat(rows.get(1).median()).isBetween(20.0, 5_000.0);
  }

  @Test
  void startupWorkload_bothKinds_giveATimeForEachContender() throws Exception {
    for (boolean cached : new boolean[] {false, true}) {
      var startup = new StartupWorkload(cached);

      List<Measurement> rows = startup.run(plan(Set.of("weft-stackless", "virtual-threads")));

      assertThat(rows)
          .extracting(Measurement::name, Measurement::contender)
          .containsExactly(
              tuple(startup.name(), "weft-stackless"), tuple(startup.name(), "virtual-threads"));
      assertThat(rows)
          .allSatisfy(
              row -> {
                assertThat(row.unit()).isEqualTo("ms");
                assertThat(row.median()).isPositive();
                assertThat(row.runs()).isEqualTo(3);
              });
    }
  }

  @Test
  void startupWorkload_withCache_isWithoutWhoHasNoJvm() {
    assertThat(new StartupWorkload(true).contenders()).isNotEmpty().doesNotContain("go");
    assertThat(Entry.present(plan(Set.of("go")), StartupWorkload.CACHED, "test")).isEmpty();
  }

  @Test
  void aotCaches_trainedProgram_loadsNoClassFromItsJars() throws Exception {
    List<String> command =
        new Contenders(new WeftClasses(folder)).all().getFirst().launch().command(Jvm.standard());
    var log = new ArrayList<>(new AotCaches(folder.resolve("aot")).command("weft", command));
    log.add(1, "-Xlog:class+load:stdout:none"); // the line itself, without a time before it

    assertThat(linesUntilReady(log))
        .anyMatch(line -> line.startsWith("dev.weft.Weft source: shared"))
        .noneMatch(line -> line.startsWith("dev.weft.") && !line.contains("source: shared"));
  }

  private static List<String> linesUntilReady(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var lines = process.inputReader()) {
      var all = new ArrayList<String>();
      String line = lines.readLine();
      while (line != null && !line.startsWith("ready ")) {
        all.add(line);
        line = lines.readLine();
      }
      assertThat(line).as("what it said: %s", all).isNotNull();
      return all;
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aotCaches_trainingThatFails_saysWhatTheProgramSaid() {
    var caches = new AotCaches(folder.resolve("aot"));
    List<String> command = Jvm.standard().command("dev.weft.bench.NoSuchProgram");

    assertThatThrownBy(() -> caches.command("none", command))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none.aot")
        .hasMessageContaining("ended with code 1")
        .hasMessageContaining("dev.weft.bench.NoSuchProgram");
  }

  @Test
  void entry_contenderWithoutCounterpart_isLeftOutWithALine() {
    assertThat(Entry.present(plan(Set.of("fork-join")), "mutex", "mutex")).isEmpty();
    assertThat(progress.toString()).contains("mutex: fork-join has no counterpart of this");
  }

  @Test
  void contender_withoutAGroupOfWorks_offersNoneOfThem() {
    var contender = new Contender("test", new GoProgram(), Set.of("select", "mpsc"), Map.of());

    assertThat(contender.offers("select-2")).isFalse();
    assertThat(contender.offers("mpsc")).isFalse();
    assertThat(contender.offers("selection")).isTrue();
    assertThat(contender.offers("spawn")).isTrue();
  }

  @Test
  void messageSuite_works_areAllAmongThoseThatAreTried() {
    assertThat(MessageSuite.all()).extracting(Workload::name).isSubsetOf(WORKS);
  }

  @Test
  void weftClasses_bothWays_differInTheirCompanionsOnly() throws Exception {
    var classes = new WeftClasses(folder);

    List<String> stackless = files(classes.folder(true));
    List<String> stackful = files(classes.folder(false));

    assertThat(stackless).anyMatch(name -> name.contains("$Weft$"));
    assertThat(stackful).noneMatch(name -> name.contains("$Weft$")).isNotEmpty();
    assertThat(stackless).containsAll(stackful);
  }

  @Test
  void jvmFlags_comeLast_soThatTheyHaveTheLastWord() {
    List<String> command = Jvm.standard(List.of("-XX:-UseCondCardMark", "-Xmx1g")).command("Main");

    assertThat(command)
        .containsSubsequence(
            "-Xmx3g", "-XX:+UseCondCardMark", "-XX:-UseCondCardMark", "-Xmx1g", "Main");
  }

  @Test
  void jvmFlag_ofACollector_takesThePlaceOfTheStandardOne() {
    List<String> command = Jvm.standard(List.of("-XX:+UseG1GC", "-Xmx1g")).command("Main");

    assertThat(command)
        .containsSubsequence("-Xmx3g", "-XX:+UseG1GC", "-Xmx1g")
        .doesNotContain("-XX:+UseParallelGC");
  }

  @Test
  void weftClasses_sources_areAllOfThePackage() throws Exception {
    Path sources = sources();

    assertThat(WeftClasses.SOURCES)
        .containsExactlyInAnyOrderElementsOf(
            files(sources).stream()
                .filter(name -> name.endsWith(".java") && !name.equals("package-info.java"))
                .map(name -> name.substring(0, name.length() - ".java".length()))
                .toList());
  }

  /** Copied among the resources. */
  private static Path sources() throws URISyntaxException {
    return Path.of(
            TasksTest.class.getResource("/dev/weft/bench/program/weft/Spawning.java").toURI())
        .getParent();
  }

  private static List<String> files(Path folder) throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> String.valueOf(file.getFileName()))
          .toList();
    }
  }

  private Plan plan(Set<String> contenders) {
    return new Plan(true, contenders, List.of(), folder, new PrintWriter(progress, true));
  }
}
