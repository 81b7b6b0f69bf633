package dev.weft.verify.model;

import dev.weft.codegen.LeafFuture;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.jspecify.annotations.Nullable;

/**
 * A model over a copy of the package in which one place of one source file is changed. The copy is
 * made from the real source at each run, so that it can't grow old; if the place isn't there any
 * more, the test fails.
 */
public final class Planted {

  private static final Path SOURCES = Path.of("../weft-core/src/main/java");

  private Planted() {}

  /** The model class, linked to the changed copy of {@code file}. */
  public static Class<?> bug(Class<?> model, String file, String original, String changed)
      throws Exception {
    String folder = model.getPackageName().replace('.', '/');
    String source = Files.readString(SOURCES.resolve(folder).resolve(file + ".java"));
    int at = source.indexOf(original);
    if (at < 0 || source.indexOf(original, at + 1) >= 0) {
      throw new AssertionError(
          file + ".java must contain this exactly once, to plant a bug there: " + original);
    }
    return new Loader(
            model.getPackageName() + ".", compile(file, source.replace(original, changed)))
        .loadClass(model.getName());
  }

  private static Map<String, byte[]> compile(String file, String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var problems = new DiagnosticCollector<JavaFileObject>();
    try (var standard = compiler.getStandardFileManager(problems, null, null);
        var memory = new Memory(standard)) {
      var options = List.of("-proc:none", "-cp", classPath());
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

  /** Where core and the annotations are, however the tests were started. */
  private static String classPath() {
    return Stream.of(LeafFuture.class, Nullable.class)
        .map(type -> Path.of(location(type)).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static URI location(Class<?> type) {
    try {
      return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException impossible) {
      throw new AssertionError(impossible);
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
    private final String prefix;
    private final Map<String, byte[]> changed;

    Loader(String prefix, Map<String, byte[]> changed) {
      super(Planted.class.getClassLoader());
      this.prefix = prefix;
      this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null && isOfPackage(name)) {
          byte[] bytes = bytes(name);
          loaded = defineClass(name, bytes, 0, bytes.length);
        }
        return loaded == null ? super.loadClass(name, resolve) : loaded;
      }
    }

    private boolean isOfPackage(String name) {
      return name.startsWith(prefix) && name.indexOf('.', prefix.length()) < 0;
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
