package dev.weft.verify.tool;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * javac, from texts to class files in memory. Keeps the class path open; for one thread.
 *
 * <p>Diagnostics are an answer here and not a failure: the shrinker asks whether a text compiles.
 */
public final class MemoryJavac {
  private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
  private final JavaFileManager files = javac.getStandardFileManager(null, Locale.ROOT, null);
  private final String classPath;

  /** One whose class path is where some classes come from. */
  public MemoryJavac(Class<?>... classPath) {
    this.classPath =
        Stream.of(classPath)
            .map(MemoryJavac::location)
            .collect(Collectors.joining(File.pathSeparator));
  }

  /**
   * What came of it.
   *
   * @param classes by internal name; empty if there were errors
   * @param errors by the name of the file that they are in
   */
  public record Compiled(Map<String, byte[]> classes, Map<String, String> errors) {}

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Compiles sources, given by the names of their files without suffix. */
  public Compiled compile(Map<String, String> sources) {
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var memory = new Memory(files);
    var texts = new ArrayList<Text>();
    sources.forEach((name, source) -> texts.add(new Text(name, source)));
    List<String> options =
        List.of("-proc:none", "-g", "-nowarn", "-Xmaxerrs", "0", "-cp", classPath);
    boolean fine = javac.getTask(null, memory, diagnostics, options, null, texts).call();
    var errors = new TreeMap<String, String>();
    for (var diagnostic : diagnostics.getDiagnostics()) {
      if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
        String name = diagnostic.getSource() instanceof Text text ? text.name : "javac";
        errors.merge(name, diagnostic.toString(), (one, other) -> one + "\n" + other);
      }
    }
    if (fine != errors.isEmpty()) {
      throw new AssertionError("javac failed without an error: " + diagnostics.getDiagnostics());
    }
    var classes = new TreeMap<String, byte[]>();
    if (fine) {
      memory.outputs.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    }
    return new Compiled(classes, errors);
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String name;
    private final String source;

    Text(String name, String source) {
      super(URI.create("memory:///" + name + ".java"), Kind.SOURCE);
      this.name = name;
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }

  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> outputs = new TreeMap<>();

    Memory(JavaFileManager files) {
      super(files);
    }

    @Override
    public ClassLoader getClassLoader(Location location) {
      return ClassLoader.getPlatformClassLoader(); // or the plugin on the class path would start
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      var bytes = new ByteArrayOutputStream();
      String name = className.replace('.', '/');
      outputs.put(name, bytes);
      return new SimpleJavaFileObject(URI.create("memory:///" + name + kind.extension), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }
  }
}
