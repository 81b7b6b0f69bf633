package dev.weft.sync;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * A model over a copy of the package in which one place of one source file is changed. The copy is
 * made from the real source at each run, so that it can't grow old; if the place isn't there any
 * more, the test fails.
 */
final class Planted {

  private static final String PACKAGE = "dev.weft.sync.";
  private static final Path SOURCES = Path.of("../weft-core/src/main/java/dev/weft/sync");

  private Planted() {}

  /** The model class, linked to the changed copy of {@code file}. */
  static Class<?> bug(Class<?> model, String file, String original, String changed)
      throws Exception {
    String source = Files.readString(SOURCES.resolve(file + ".java"));
    int at = source.indexOf(original);
    if (at < 0 || source.indexOf(original, at + 1) >= 0) {
      throw new AssertionError(
          file + ".java must contain this exactly once, to plant a bug there: " + original);
    }
    return new Loader(compile(file, source.replace(original, changed))).loadClass(model.getName());
  }

  private static Map<String, byte[]> compile(String file, String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var problems = new DiagnosticCollector<JavaFileObject>();
    try (var standard = compiler.getStandardFileManager(problems, null, null);
        var memory = new Memory(standard)) {
      var options = List.of("-proc:none", "-cp", System.getProperty("java.class.path"));
      boolean fine =
          compiler
              .getTask(null, memory, problems, options, null, List.of(new Text(file, source)))
              .call();
      if (!fine) {
        throw new AssertionError("The planted copy doesn't compile: " + errors(problems));
      }
      Map<String, byte[]> classes = new HashMap<>();
      memory.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
      return classes;
    }
  }

  private static List<String> errors(DiagnosticCollector<JavaFileObject> problems) {
    return problems.getDiagnostics().stream()
        .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
        .map(Object::toString)
        .toList();
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String source;

    Text(String file, String source) {
      super(URI.create("string:///" + file + ".java"), Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }

  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    Memory(JavaFileManager standard) {
      super(standard);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
        @Override
        public ByteArrayOutputStream openOutputStream() {
          var bytes = new ByteArrayOutputStream();
          written.put(name, bytes);
          return bytes;
        }
      };
    }
  }

  /** Defines the whole package anew: the changed classes, and the others as they are. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> changed;

    Loader(Map<String, byte[]> changed) {
      super(Planted.class.getClassLoader());
      this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null && name.startsWith(PACKAGE)) {
          byte[] bytes = bytes(name);
          loaded = defineClass(name, bytes, 0, bytes.length);
        }
        return loaded == null ? super.loadClass(name, resolve) : loaded;
      }
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
      byte[] planted = changed.get(name);
      if (planted != null) {
        return planted;
      }
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        return in.readAllBytes();
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }
}
