package dev.weft.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** javac in this process, with the plugin or without. */
public final class Javac {

  private final Path folder;
  private final List<String> options = new ArrayList<>();

  private Javac(Path folder, String... options) {
    this.folder = folder;
    this.options.addAll(List.of(options));
  }

  /** As without the plugin; it is there all the same, as it is on the class path of this JVM. */
  public static Javac plain(Path folder) {
    return new Javac(folder, "-proc:none", "-Xplugin:Weft off");
  }

  /** With the plugin on the processor path and nothing else said. */
  public static Javac weft(Path folder) {
    return new Javac(folder, "-processorpath", plugin().toString());
  }

  /** With just the options that are added. */
  public static Javac bare(Path folder) {
    return new Javac(folder);
  }

  /** Where the plugin's own classes are. */
  public static Path plugin() {
    return location(WeftPlugin.class);
  }

  /** Where the library's classes are. */
  public static Path library() {
    return location(dev.weft.Future.class);
  }

  /** The jar of the annotations for null, without which javac takes no module of the library. */
  public static Path annotations() {
    return location(org.jspecify.annotations.NullMarked.class);
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (java.net.URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The text of a resource of the tests. */
  public static String resource(String name) {
    try (InputStream in = Javac.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Adds options. */
  public Javac with(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /** Where class files go. */
  public Path classes() {
    return folder.resolve("classes");
  }

  /** Compiles one source that must compile. */
  public Compiled compile(String name, String source) {
    Compiled compiled = tryCompile(name, source);
    assertThat(compiled.succeeded())
        .withFailMessage(() -> "javac: " + compiled.messages() + compiled.out())
        .isTrue();
    return compiled;
  }

  /** Compiles one source, which may fail. */
  public Compiled tryCompile(String name, String source) {
    return tryCompile(List.of(write(name, source)));
  }

  /** Writes a source file into the folder of sources. */
  public Path write(String name, String source) {
    try {
      Path file = folder.resolve("src").resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, source);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Compiles files. */
  public Compiled tryCompile(List<Path> files) {
    var javac = ToolProvider.getSystemJavaCompiler();
    var messages = new DiagnosticCollector<JavaFileObject>();
    var out = new StringWriter();
    try (StandardJavaFileManager manager =
        javac.getStandardFileManager(messages, Locale.ROOT, StandardCharsets.UTF_8)) {
      Files.createDirectories(classes());
      var all = new ArrayList<>(List.of("-d", classes().toString()));
      if (!options.contains("-classpath") && !options.contains("--module-path")) {
        String classPath = System.getProperty("java.class.path");
        all.addAll(List.of("-classpath", classes() + File.pathSeparator + classPath));
      }
      all.addAll(options);
      boolean succeeded =
          javac
              .getTask(
                  out, manager, messages, all, null, manager.getJavaFileObjectsFromPaths(files))
              .call();
      return new Compiled(succeeded, classes(), messages.getDiagnostics(), out.toString());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * What came of it.
   *
   * @param succeeded whether javac had no error
   * @param folder where class files are
   * @param diagnostics what javac told
   * @param out what it wrote beside that
   */
  public record Compiled(
      boolean succeeded,
      Path folder,
      List<Diagnostic<? extends JavaFileObject>> diagnostics,
      String out) {

    /** The diagnostics, each as {@code KIND line:column text}. */
    public List<String> messages() {
      return diagnostics.stream()
          .map(
              message ->
                  message.getKind()
                      + " "
                      + message.getLineNumber()
                      + ":"
                      + message.getColumnNumber()
                      + " "
                      + message.getMessage(Locale.ROOT))
          .toList();
    }
  }
}
