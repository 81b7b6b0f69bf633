package dev.weft.kv.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A script of {@code src/test/node} that runs in Node.js beside the test. Its packages are those of
 * the lock file there; they are installed once, into the build folder.
 *
 * <pre>{@code
 * try (NodePeer peer = NodePeer.start("libp2p.mjs", "client", "9527")) {
 *   assertThat(peer.line()).isEqualTo("done");
 * }
 * }</pre>
 */
public final class NodePeer implements AutoCloseable {

  private static final long LIMIT_SECONDS = 60;
  private static final long INSTALL_SECONDS = 300;
  private static final String END = new String("end of output");

  private final String script;
  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> seen = new ArrayList<>();

  private NodePeer(String script, Process process) {
    this.script = script;
    this.process = process;
    Thread.ofVirtual().start(this::pump);
  }

  /** Starts a script with arguments; fails with advice if Node.js isn't there. */
  public static NodePeer start(String script, String... arguments) throws Exception {
    Path folder = installed();
    var command = new ArrayList<>(List.of("node", folder.resolve(script).toString()));
    command.addAll(List.of(arguments));
    return new NodePeer(script, launch(command, folder));
  }

  /** The next line that the script prints, errors included; fails at the end of its output. */
  public String line() throws InterruptedException {
    String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (line == null) {
      throw new AssertionError(this + " said nothing for " + LIMIT_SECONDS + " s; before: " + seen);
    }
    if (line == END) {
      throw new AssertionError(this + " has ended; it said: " + seen);
    }
    seen.add(line);
    return line;
  }

  /** What follows a word that the script must say next. */
  public String lineAfter(String word) throws InterruptedException {
    String line = line();
    if (!line.startsWith(word)) {
      while (process.isAlive() || !lines.isEmpty()) {
        line(); // ends with everything it said
      }
    }
    return line.substring(word.length());
  }

  private void pump() {
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
      }
    } catch (IOException killed) {
      lines.add("its output broke off: " + killed);
    } finally {
      lines.add(END);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  @Override
  public String toString() {
    return "node " + script;
  }

  private static synchronized Path installed() throws Exception {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    Path sources = module.resolve("src/test/node");
    byte[] lock = Files.readAllBytes(sources.resolve("package-lock.json"));
    Path folder = module.resolve("target").resolve("node-" + hash(lock));
    if (!Files.exists(folder)) {
      install(sources, folder);
    }
    copy(sources, folder); // The scripts may have changed.
    return folder;
  }

  private static void install(Path sources, Path folder) throws Exception {
    Files.createDirectories(folder.getParent());
    Path fresh = Files.createTempDirectory(folder.getParent(), "node-installing-");
    copy(sources, fresh);
    var command = List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    Path output = fresh.resolve("npm-output.txt");
    Process npm;
    try {
      npm =
          new ProcessBuilder(command)
              .directory(fresh.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException missing) {
      throw advice("npm", missing);
    }
    if (!npm.waitFor(INSTALL_SECONDS, TimeUnit.SECONDS) || npm.exitValue() != 0) {
      npm.destroyForcibly();
      throw new AssertionError("npm ci failed in " + fresh + ": " + Files.readString(output));
    }
    try {
      Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException other) {
      if (!Files.exists(folder)) { // else another process was faster
        throw other;
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              file -> {
                try {
                  Path target = to.resolve(file.getFileName());
                  Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                } catch (IOException failure) {
                  throw new UncheckedIOException(failure);
                }
              });
    }
  }

  private static Process launch(List<String> command, Path folder) {
    try {
      return new ProcessBuilder(command)
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .start();
    } catch (IOException missing) {
      throw advice("node", missing);
    }
  }

  private static AssertionError advice(String program, IOException missing) {
    return new AssertionError(
        "This test talks to an independent peer and needs Node.js 20 or newer: "
            + program
            + " is not on the PATH.",
        missing);
  }

  private static String hash(byte[] bytes) throws NoSuchAlgorithmException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
    return HexFormat.of().formatHex(digest, 0, 6);
  }
}
