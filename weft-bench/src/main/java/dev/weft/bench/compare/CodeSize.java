package dev.weft.bench.compare;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How much code a model takes for a workload: of its source and of its class files. */
final class CodeSize {

  private CodeSize() {}

  /** Adds the lines and bytes. */
  static void of(Contestant contestant, Workload workload, Figures figures) throws IOException {
    Class<?> model = contestant.model().getClass();
    String folder = model.getPackageName().replace('.', '/') + "/";
    String source = folder + workload.source() + ".java";
    try (InputStream in = model.getClassLoader().getResourceAsStream(source)) {
      if (in == null) {
        throw new IOException("This build has no source " + source + ".");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      figures.put(Metric.CODE_LINES, (double) lines(text.lines().toList()));
    }
    figures.put(Metric.CLASS_BYTES, (double) classBytes(model, folder, workload.source()));
  }

  /** Without those that are blank, or hold only a comment, the package or an import. */
  static long lines(List<String> source) {
    long count = 0;
    boolean comment = false;
    for (String raw : source) {
      String line = raw.strip();
      comment = comment || line.startsWith("/*");
      boolean counts =
          !comment
              && !line.isEmpty()
              && !line.startsWith("//")
              && !line.startsWith("package ")
              && !line.startsWith("import ");
      count += counts ? 1 : 0;
      comment = comment && !line.endsWith("*/");
    }
    return count;
  }

  private static long classBytes(Class<?> model, String folder, String source) throws IOException {
    Path home =
        Path.of(URI.create(model.getProtectionDomain().getCodeSource().getLocation().toString()));
    if (Files.isDirectory(home)) {
      return sum(home.resolve(folder), source);
    }
    try (FileSystem jar = FileSystems.newFileSystem(home)) {
      return sum(jar.getPath(folder), source);
    }
  }

  private static long sum(Path folder, String source) throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.toList()) {
        String name = String.valueOf(each.getFileName());
        if (name.endsWith(".class")
            && (name.equals(source + ".class") || name.startsWith(source + "$"))) {
          sum += Files.size(each);
        }
      }
    }
    return sum;
  }
}
