package dev.weft.compiler.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.testkit.Sources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WeaveMainTest {

  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int weave(String... arguments) {
    out.reset();
    err.reset();
    return new WeaveMain(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8))
        .run(List.of(arguments));
  }

  private void compile(String body) throws IOException {
    var classes =
        Sources.compile(
            Map.of(
                "a/Host.java",
                "package a; import dev.weft.*; class Host { " + body + " } class Other {}"));
    for (Map.Entry<String, byte[]> each : classes.entrySet()) {
      Path file = folder.resolve(each.getKey() + ".class");
      Files.createDirectories(file.getParent());
      Files.write(file, each.getValue());
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("a"))) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void folder_woven_hasCompanionsAndASummary() throws Exception {
    compile("AsyncBody<Object> a = () -> 1; AsyncBody<Object> b = () -> 2;");
    assertThat(weave("weave", folder.toString())).isEqualTo(WeaveMain.OK);
    assertThat(out).hasToString("Wove 2 async blocks in 1 of 2 classes.\n");
    assertThat(files())
        .containsExactly("Host$Weft$0.class", "Host$Weft$1.class", "Host.class", "Other.class");
    assertThat(weave("weave", "-cp", "x.jar", folder.toString())).isEqualTo(WeaveMain.OK);
    assertThat(out)
        .hasToString("Wove 0 async blocks in 0 of 2 classes; 1 class had been woven before.\n");
    assertThat(files()).hasSize(4);
  }

  @Test
  void staleCompanions_ofAHostCompiledAnew_areDeleted() throws Exception {
    compile("AsyncBody<Object> a = () -> 1; AsyncBody<Object> b = () -> 2;");
    weave("weave", folder.toString());
    compile("AsyncBody<Object> a = () -> 1;");
    weave("weave", folder.toString());
    assertThat(out)
        .hasToString("Wove 1 async block in 1 of 2 classes; deleted 1 stale companion.\n");
    compile("");
    weave("weave", folder.toString());
    assertThat(out)
        .hasToString("Wove 0 async blocks in 0 of 2 classes; deleted 1 stale companion.\n");
    assertThat(files()).containsExactly("Host.class", "Other.class");
  }

  @Test
  void badInput_isNamed_andExits2() throws Exception {
    assertThat(weave()).isEqualTo(WeaveMain.BAD_INPUT);
    assertThat(weave("wave")).isEqualTo(WeaveMain.BAD_INPUT);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("no command \"wave\"");
    assertThat(weave("weave")).isEqualTo(WeaveMain.BAD_INPUT);
    assertThat(weave("weave", "-cp")).isEqualTo(WeaveMain.BAD_INPUT);
    assertThat(weave("weave", folder + "/none")).isEqualTo(WeaveMain.BAD_INPUT);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("none\" is no folder");
    Files.writeString(folder.resolve("Bad.class"), "no class");
    assertThat(weave("weave", folder.toString())).isEqualTo(WeaveMain.BAD_INPUT);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("Bad.class is no class file");
  }

  @Test
  void options_inAnyOrder_areTaken_andUnknownOnesNamed() throws Exception {
    compile("AsyncBody<Object> a = () -> 1;");
    assertThat(weave("weave", "-cp", "x.jar", folder.toString(), "-preempt"))
        .isEqualTo(WeaveMain.OK);
    assertThat(weave("weave", "-fast", folder.toString())).isEqualTo(WeaveMain.BAD_INPUT);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("There is no option \"-fast\"");
    assertThat(weave("weave", "--help")).isEqualTo(WeaveMain.OK);
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: ");
  }

  @Test
  void damagedClassFile_isNamedWhereverTheDamageIs() throws Exception {
    compile(
        "AsyncBody<Object> a(Future<Object> f) { return () -> { int i = 0; while (i < 3) { i++; Async.await(f); } return i; }; }");
    Path host = folder.resolve("a/Host.class");
    byte[] whole = Files.readAllBytes(host);
    var messages = new TreeSet<String>();
    for (int i = 0; i < 2 * whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i / 2] = (byte) (damaged[i / 2] ^ (i % 2 == 0 ? 0x55 : 0x03));
      Files.write(host, damaged);
      if (weave("weave", folder.toString()) == WeaveMain.BAD_INPUT) {
        messages.add(err.toString(StandardCharsets.UTF_8).replaceFirst("file.*\\R", ""));
      }
    }
    assertThat(messages)
        .containsExactlyInAnyOrder(
            "weave: " + host + " is no class ", "weave: " + host + " is a damaged class ");
  }

  @Test
  void awaitInMonitor_isReported_andExits1() throws Exception {
    compile(
        "AsyncBody<Object> a(Future<Object> f) { return () -> { synchronized (this) { return Async.await(f); } }; }");
    assertThat(weave("weave", folder.toString())).isEqualTo(WeaveMain.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("Host.class, line 1: error: await inside synchronized");
    assertThat(files()).containsExactly("Host.class", "Other.class");
  }

  @Test
  void classOfTheUser_withACompanionsName_isAnErrorAndSurvives() throws Exception {
    compile("AsyncBody<Object> a = () -> 1; } class Host$Weft$0 {");
    assertThat(weave("weave", folder.toString())).isEqualTo(WeaveMain.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("a.Host$Weft$0, which another class has");
    assertThat(files()).containsExactly("Host$Weft$0.class", "Host.class", "Other.class");
  }
}
