package dev.weft.bench.tasks;

import dev.weft.bench.process.Jvm;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The works in Go, built beside this program's classes where there is a {@code go} command. */
final class GoProgram implements Contender.Launch {

  private static final List<String> SOURCES = List.of("go.mod", "main.go");

  private @Nullable Path binary;

  GoProgram() {}

  @Override
  public Optional<String> missing() {
    return go().isPresent() ? Optional.empty() : Optional.of("there is no go command on PATH");
  }

  @Override
  public List<String> command(Jvm jvm) throws Exception {
    Path built = binary;
    if (built == null) {
      built = build();
      binary = built;
    }
    return List.of(built.toString());
  }

  private static Path build() throws IOException, InterruptedException {
    Path folder = Files.createDirectories(target().resolve("go"));
    for (String source : SOURCES) {
      try (InputStream in =
          GoProgram.class.getClassLoader().getResourceAsStream("dev/weft/bench/go/" + source)) {
        if (in == null) {
          throw new IOException("This build has no source " + source + ".");
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
          Path.of(GoProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
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
