package dev.weft.bench.tasks;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Caches of loaded and linked classes, one for each contender, made when first asked for. */
final class AotCaches {

  /*
   * A training run is the measured command with one flag more and an input that ends at once: the
   * program does its first task, ends, and the JVM writes what it has loaded. The JVM takes no class from
   * a folder into a cache, so the folders of the class path are packed into jars, each once; the measured
   * runs have the same class path, or the JVM would refuse the cache.
   *
   * A JVM that can't use its cache is told to fail (AOTMode=on) rather than to start as if without.
   */

  private static final int TRAINING_SECONDS = 120;

  private final Path folder;
  private final Map<String, List<String>> commands = new HashMap<>();
  private final Map<Path, Path> packed = new HashMap<>();

  /**
   * Creates it; nothing is trained yet.
   *
   * @param folder for caches and jars; made if it doesn't exist
   */
  AotCaches(Path folder) {
    this.folder = folder;
  }

  /**
   * The command that uses a cache; the first call trains it.
   *
   * @param name a contender's
   * @param command what starts it, a {@code java} with {@code -cp}
   * @return the same program in a JVM that has a cache
   * @throws IOException if the training run failed or left no cache
   */
  List<String> command(String name, List<String> command) throws IOException, InterruptedException {
    List<String> known = commands.get(name);
    if (known == null) {
      Files.createDirectories(folder);
      List<String> jars = withJars(command);
      Path cache = folder.resolve(name + ".aot");
      train(jars, cache);
      known = with(jars, "-XX:AOTCache=" + cache, "-XX:AOTMode=on");
      commands.put(name, known);
    }
    return known;
  }

  private void train(List<String> command, Path cache) throws IOException, InterruptedException {
    Path log = cache.resolveSibling(cache.getFileName() + ".log");
    Process process =
        new ProcessBuilder(with(command, "-XX:AOTCacheOutput=" + cache))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      process.getOutputStream().close();
      boolean ended = process.waitFor(TRAINING_SECONDS, TimeUnit.SECONDS);
      if (!ended || process.exitValue() != 0 || !Files.exists(cache)) {
        throw new IOException(
            "The training run for "
                + cache
                + (ended ? " ended with code " + process.exitValue() : " did not end in time")
                + " and left no cache that can be used; it said: "
                + Files.readString(log).strip());
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<String> with(List<String> command, String... flags) {
    var all = new ArrayList<>(command);
    all.addAll(1, List.of(flags));
    return List.copyOf(all);
  }

  private List<String> withJars(List<String> command) throws IOException {
    var all = new ArrayList<>(command);
    int path = all.indexOf("-cp") + 1;
    var jars = new ArrayList<String>();
    for (String entry : all.get(path).split(File.pathSeparator, -1)) {
      Path file = Path.of(entry);
      jars.add((Files.isDirectory(file) ? packed(file) : file).toString());
    }
    all.set(path, String.join(File.pathSeparator, jars));
    return all;
  }

  private Path packed(Path classes) throws IOException {
    Path jar = packed.get(classes);
    if (jar == null) {
      jar = folder.resolve("classes-" + packed.size() + ".jar");
      pack(classes, jar);
      packed.put(classes, jar);
    }
    return jar;
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (Stream<Path> files = Files.walk(classes).filter(Files::isRegularFile).sorted();
        OutputStream file = Files.newOutputStream(jar);
        var out = new JarOutputStream(file)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        String name = classes.relativize(each).toString().replace(File.separatorChar, '/');
        out.putNextEntry(new JarEntry(name));
        Files.copy(each, out);
        out.closeEntry();
      }
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
  }
}
