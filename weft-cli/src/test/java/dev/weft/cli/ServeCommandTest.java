package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.testkit.Eventually;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code weft serve}: what goes wrong in this process, the rest in one of its own. */
final class ServeCommandTest {
  private static final Pattern LISTENING =
      Pattern.compile("listening on 127\\.0\\.0\\.1:(\\d+) \\(kv\\)\\Rdata in .*\\R");

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int weft(String... args) {
    return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  private Process start(String... args) throws Exception {
    var command = new ArrayList<String>();
    if (canResetSignals()) {
      // A build that runs in the background of a shell hands on that SIGINT is to be ignored.
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.weft.cli.Main", "serve"));
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .redirectOutput(file("out"))
        .redirectError(file("err"))
        .start();
  }

  private static boolean canResetSignals() throws Exception {
    try {
      return new ProcessBuilder("env", "--default-signal=INT", "true").start().waitFor() == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  private File file(String name) {
    return folder.resolve(name).toFile();
  }

  private String read(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }

  private int awaitPort(Process process) {
    Eventually.until(
        "the line is printed, or the process ends",
        () -> LISTENING.matcher(read("out")).matches() || !process.isAlive());
    Matcher line = LISTENING.matcher(read("out"));
    assertThat(line.matches()).as(read("out") + read("err")).isTrue();
    return Integer.parseInt(line.group(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void server_askedToStop_answersWhatIsInFlightAndExitsWith0(String signal) throws Exception {
    Process process = start("--port", "0", "--memory", "--workers", "1", "--max-connections", "9");
    try {
      int port = awaitPort(process);
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(20_000);
        HexFormat hex = HexFormat.of();
        socket
            .getOutputStream()
            .write(hex.parseHex("0000001222100a027431120a0a026b3112040a027631"));
        assertThat(hex.formatHex(socket.getInputStream().readNBytes(9)))
            .isEqualTo("0000000508c8011a00");
        try (var bad = new Socket(InetAddress.getLoopbackAddress(), port)) {
          bad.getOutputStream().write(hex.parseHex("7fffffff"));
          assertThat(bad.getInputStream().read()).isEqualTo(-1);
        }

        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();

        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      }
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(read("out")).endsWith("data in memory only%n".formatted()).hasLineCount(2);
      assertThat(read("err"))
          .contains("was closed: The frame announced by its header has 2147483647 bytes")
          .hasLineCount(1);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void port_inUse_isOneLineAndExitCode1() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(weft("serve", "--memory", "--port", Integer.toString(taken.getLocalPort())))
          .isEqualTo(1);

      assertThat(err.toString())
          .startsWith("weft: can't listen on 127.0.0.1:" + taken.getLocalPort() + ": ")
          .hasLineCount(1);
      assertThat(out.toString()).isEmpty();
    }
  }

  @Test
  void configFile_withAnUnknownKey_isOneLineWithItsPlaceAndExitCode2() throws Exception {
    Path file =
        Files.writeString(folder.resolve("weft.toml"), "[server]\nhost = \"::1\"\nprot = 1");

    assertThat(weft("serve", "--config", file.toString())).isEqualTo(2);

    assertThat(err.toString())
        .startsWith("weft: " + file + ", line 3, column 1: the key server.prot is unknown; there")
        .hasLineCount(1);
  }

  @Test
  void server_onALogFolder_keepsItsPairsAndRefusesASecondOne() throws Exception {
    String data = folder.resolve("data").toString();
    HexFormat hex = HexFormat.of();
    byte[] set = hex.parseHex("0000001222100a027431120a0a026b3112040a027631");
    byte[] get = hex.parseHex("0000000a0a080a02743112026b31");
    Process first = start("--port", "0", "--data", data);
    try {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), awaitPort(first))) {
        socket.getOutputStream().write(set);
        assertThat(hex.formatHex(socket.getInputStream().readNBytes(9)))
            .isEqualTo("0000000508c8011a00");
      }
      assertThat(read("out")).contains("data in " + data + " (log, sync always)");
      assertThat(weft("serve", "--port", "0", "--data", data)).isEqualTo(1);
      assertThat(err.toString()).contains(data, Long.toString(first.pid())).hasLineCount(1);
    } finally {
      first.destroyForcibly().waitFor();
    }
    Process second = start("--port", "0", "--data", data);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), awaitPort(second))) {
      socket.getOutputStream().write(get);
      assertThat(hex.formatHex(socket.getInputStream().readNBytes(13)))
          .isEqualTo("0000000908c8011a040a027631");
    } finally {
      second.destroyForcibly().waitFor();
    }
  }

  @Test
  void help_asked_showsOptionsAndExamples() {
    assertThat(weft("serve", "--help")).isZero();
    assertThat(out.toString())
        .contains("--port=PORT", "default: 127.0.0.1", "--max-connections=N", "weft serve --host");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--loud              | unknown option '--loud'; see weft serve --help",
        "here                | unknown argument 'here'; see weft serve --help",
        "--port x            | Invalid value for option '--port': 'x' is not an int",
        "--port 65536        | Invalid value for option '--port': 65536 is not from 0 to 65535",
        "--port -1           | Invalid value for option '--port': -1 is not from 0 to 65535",
        "--port              | Missing required parameter for option '--port'",
        "--workers 0         | Invalid value for option '--workers': 0 is not from 1 to 1024",
        "--max-connections 0 | Invalid value for option '--max-connections': 0 is not from 1 to",
        "--sync daily        | Invalid value for option '--sync': 'daily' is not one of always,",
        "--max-frame 1T      | Invalid value for option '--max-frame': '1T' is not a size such as",
        "--max-frame 1G      | Invalid value for option '--max-frame': 1G is not from 1 to 256M",
        "--idle-timeout 0s   | Invalid value for option '--idle-timeout': '0s' is not a time above",
        "--tls-key k         | --tls-key needs --tls-cert; see weft serve --help",
        "--tls-client-ca k   | --tls-client-ca needs --tls-cert; see weft serve --help",
        "--memory --data d   | --data makes no sense here: the memory engine keeps nothing on disk",
        "--memory --engine log | --memory and --engine contradict each other; see weft serve --help",
        "--engine rocksdb --segment-size 1M | --segment-size makes no sense here: only the log",
        "--tls-cert nothing.pem --tls-key k | --tls-cert: there is no file 'nothing.pem'; see weft",
        "--config nothing.toml | there is no file 'nothing.toml'; see weft serve --help",
      })
  void badInput_given_isOneLineAndExitCode2(String arguments, String expected) {
    assertThat(weft(("serve " + arguments.strip()).split(" +"))).isEqualTo(2);

    assertThat(err.toString()).startsWith("weft: " + expected).hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }
}
