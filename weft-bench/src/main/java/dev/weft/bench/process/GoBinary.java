package dev.weft.bench.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A program in Go, built beside this program's classes where there is a {@code go} command. */
public final class GoBinary {

  private final String name;
  private final String sources;
  private final List<String> files;
  private @Nullable Path binary;

  /**
   * Describes a program.
   *
   * @param name of the folder where it is built
   * @param sources folder of its sources on the class path, ending in a slash
   * @param files the sources, besides {@code go.mod}
   */
  public GoBinary(String name, String sources, String... files) {
    this.name = name;
    this.sources = sources;
    var all = new ArrayList<>(List.of(files));
    all.add("go.mod");
    this.files = List.copyOf(all);
  }

  /**
   * Why it can't be built here.
   *
   * @return a reason; empty if there is none
   */
  public static Optional<String> missing() {
    return go().isPresent() ? Optional.empty() : Optional.of("there is no go command on PATH");
  }

  /**
   * Builds it, the first time.
   *
   * @return the command that starts it
   * @throws IOException if it can't be built
   * @throws InterruptedException if the thread was interrupted
   */
  public List<String> command() throws IOException, InterruptedException {
    Path built = binary;
    if (built == null) {
      built = build();
      binary = built;
    }
    return List.of(built.toString());
  }

  private Path build() throws IOException, InterruptedException {
    Path folder = Files.createDirectories(target().resolve(name));
    for (String source : files) {
      try (InputStream in = GoBinary.class.getClassLoader().getResourceAsStream(sources + source)) {
        if (in == null) {
          throw new IOException("This build has no source " + sources + source + ".");
        }
        Files.copy(in, folder.resolve(source), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path built = folder.resolve("weftbench");
    Process go =
        new ProcessBuilder(go().orElseThrow().toString(), "build", "-o", built.toString(), ".")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(go.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (go.waitFor() != 0) {
      throw new IOException("go build failed: " + said.strip());
    }
    return built;
  }

  /** Where the jar or the folder with the classes stands. */
  private static Path target() throws IOException {
    try {
      Path own =
          Path.of(GoBinary.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path parent = own.getParent();
      return parent == null ? own : parent;
    } catch (URISyntaxException impossible) {
      throw new IOException(impossible);
    }
  }

  private static Optional<Path> go() {
    String path = System.getenv("PATH");
    if (path == null) {
      return Optional.empty();
    }
    for (String folder : path.split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, "go");
      if (!folder.isEmpty() && Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }
}
