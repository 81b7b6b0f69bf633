package dev.weft.compiler.testkit;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles source texts with javac in this process and memory, without any processor or plugin. */
public final class Sources {

  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  /** Shared, since it keeps the jars of the class path open. */
  private static final JavaFileManager FILES =
      JAVAC.getStandardFileManager(null, Locale.ROOT, null);

  private Sources() {}

  /**
   * Compiles.
   *
   * @param sources texts by path, such as {@code a/B.java}
   * @param options of javac, without class path and output folder
   * @return class files by internal name
   * @throws AssertionError with javac's messages if it finds an error
   */
  public static synchronized SortedMap<String, byte[]> compile(
      Map<String, String> sources, String... options) {
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var memory = new Memory(FILES);
    var all = new ArrayList<>(List.of("-proc:none", "-cp", System.getProperty("java.class.path")));
    all.addAll(List.of(options));
    List<Text> texts =
        sources.entrySet().stream().map(each -> new Text(each.getKey(), each.getValue())).toList();
    if (!JAVAC.getTask(null, memory, diagnostics, all, null, texts).call()) {
      throw new AssertionError("javac: " + diagnostics.getDiagnostics() + "\n" + sources);
    }
    var classes = new TreeMap<String, byte[]>();
    memory.outputs.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return classes;
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String text;

    Text(String path, String text) {
      super(URI.create("mem:///" + path), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
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
      return new SimpleJavaFileObject(URI.create("mem:///" + name + kind.extension), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }
  }
}
