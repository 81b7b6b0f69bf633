package dev.weft.bench.compile;

import dev.weft.bench.process.Control;
import dev.weft.compiler.WeftPlugin;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the same class over and over in one process, with the plugin or without. */
public final class CompileProgram {

  private static final double NANOS_PER_MILLI = 1e6;

  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final JavaFileObject source;
  private final boolean plugin;
  private final Path classes;

  private CompileProgram(boolean blocks, boolean plugin, Path classes) {
    String text = SampleSource.text(blocks);
    this.source =
        new SimpleJavaFileObject(
            URI.create("string:///" + SampleSource.NAME + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    this.plugin = plugin;
    this.classes = classes;
  }

  /**
   * The program.
   *
   * @param args {@code blocks} or {@code plain}, {@code plugin} or {@code javac}, the folder for
   *     class files, rounds of warm-up, and measured rounds
   * @throws Exception if javac found faults
   */
  public static void main(String[] args) throws Exception {
    var program =
        new CompileProgram(
            args[0].equals("blocks"),
            args[1].equals("plugin"),
            Files.createDirectories(Path.of(args[2])));
    for (int i = Integer.parseInt(args[3]); i > 0; i--) {
      program.compile();
    }
    double[] millis = new double[Integer.parseInt(args[4])];
    for (int i = 0; i < millis.length; i++) {
      long start = System.nanoTime();
      program.compile();
      millis[i] = (System.nanoTime() - start) / NANOS_PER_MILLI;
    }
    Arrays.sort(millis);
    Control.say("millis", millis[millis.length / 2]);
    Control.serveUntilEnd();
  }

  private void compile() throws Exception {
    var options =
        new ArrayList<>(
            List.of(
                "-d",
                classes.toString(),
                "-nowarn",
                "-classpath",
                System.getProperty("java.class.path"),
                "-processorpath",
                plugin ? plugin().toString() : classes.toString()));
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        JavaFileManager used = plugin ? files : new WithoutServices(files)) {
      if (!compiler.getTask(null, used, null, options, null, List.of(source)).call()) {
        throw new IOException("javac refused the class.");
      }
    }
  }

  private static Path plugin() throws Exception {
    return Path.of(WeftPlugin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Hides this program's class path, on which javac would find the plugin by itself. */
  private static final class WithoutServices
      extends ForwardingJavaFileManager<StandardJavaFileManager> {
    WithoutServices(StandardJavaFileManager files) {
      super(files);
    }

    @Override
    public ClassLoader getClassLoader(Location location) {
      return new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader());
    }
  }
}
