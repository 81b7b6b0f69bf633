package dev.weft.bench.tasks;

import dev.weft.compiler.WeftPlugin;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Weft's own works, compiled by javac from the same sources in two ways: with the plugin of
 * weft-compiler on the processor path, and without. The folders stand before this program's class
 * path when a contender starts, so it doesn't matter how this program itself was compiled.
 */
final class WeftClasses {

  private static final String PACKAGE = "dev/weft/bench/program/weft/";

  /** The class to start. */
  static final String PROGRAM = "dev.weft.bench.program.weft.WeftProgram";

  /** The answers to the questions about one await. */
  static final String AWAITS = "dev.weft.bench.program.weft.WeftAwaits";

  /** The program that says what operations allocate. */
  static final String BUDGETS = "dev.weft.bench.program.weft.WeftBudgets";

  static final List<String> SOURCES =
      List.of(
          "Broadcasts",
          "Channels",
          "Messages",
          "Operations",
          "Pipelines",
          "Producer",
          "Selects",
          "Skynet",
          "Sleepers",
          "Spawning",
          "Turns",
          "WeftAwaits",
          "WeftBudgets",
          "WeftProgram");

  private final Path base;

  /**
   * Creates it; nothing is compiled yet.
   *
   * @param base a folder for class files
   */
  WeftClasses(Path base) {
    this.base = base;
  }

  /**
   * The class files, compiled at the first call.
   *
   * @param stackless with the plugin, or without
   * @return their folder
   * @throws IOException if javac found faults or the files can't be written
   */
  Path folder(boolean stackless) throws IOException {
    Path folder = base.resolve(stackless ? "stackless" : "stackful");
    if (!Files.exists(folder)) {
      compile(Files.createDirectories(folder), stackless);
    }
    return folder;
  }

  private void compile(Path folder, boolean stackless) throws IOException {
    var options =
        new ArrayList<>(
            List.of(
                "-d",
                folder.toString(),
                "-g",
                "-nowarn",
                "-implicit:none",
                "-classpath",
                System.getProperty("java.class.path"),
                "-processorpath",
                plugin().toString()));
    if (!stackless) {
      // Said to it, since it is on this program's class path, where javac finds it by itself.
      options.add("-Xplugin:Weft off");
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      if (!compiler
          .getTask(messages, files, null, options, null, files.getJavaFileObjects(sources()))
          .call()) {
        throw new IOException("javac refused Weft's works: " + messages);
      }
    }
    if (woven(folder) != stackless) {
      throw new IOException(
          "Weft's works should be " + (stackless ? "stackless" : "stackful") + " and are not.");
    }
  }

  private Path[] sources() throws IOException {
    Path folder = Files.createDirectories(base.resolve("sources").resolve(PACKAGE));
    var files = new ArrayList<Path>();
    for (String name : SOURCES) {
      Path file = folder.resolve(name + ".java");
      if (!Files.exists(file)) {
        try (InputStream in =
            WeftClasses.class.getClassLoader().getResourceAsStream(PACKAGE + name + ".java")) {
          if (in == null) {
            throw new IOException("This build has no source " + PACKAGE + name + ".java.");
          }
          Files.copy(in, file);
        }
      }
      files.add(file);
    }
    return files.toArray(Path[]::new);
  }

  private static boolean woven(Path folder) {
    return Files.exists(folder.resolve(PACKAGE + "Spawning$Weft$0.class"))
        || Files.exists(folder.resolve(PACKAGE + "Spawning$Weft$1.class"));
  }

  private static Path plugin() throws IOException {
    try {
      return Path.of(WeftPlugin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IOException(impossible);
    }
  }
}
