package dev.weft.verify.model;

import dev.weft.codegen.LeafFuture;
import dev.weft.compiler.weave.ClassWeaver;
import dev.weft.verify.tool.MemoryJavac;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model over a copy of the package in which one place of one source file is changed. The copy is
 * made from the real source at each run, so that it can't grow old; if the place isn't there any
 * more, the test fails.
 */
public final class Planted {

  private static final String CORE = "weft-core";

  private Planted() {}

  /** The model class, linked to the changed copy of {@code file}. */
  public static Class<?> bug(Class<?> model, String file, String original, String changed)
      throws Exception {
    return bug(CORE, model, file, original, changed);
  }

  /** The same for a package of another module. */
  public static Class<?> bug(
      String module, Class<?> model, String file, String original, String changed)
      throws Exception {
    String folder = model.getPackageName().replace('.', '/');
    Path sources = Path.of("..", module, "src/main/java");
    String source = Files.readString(sources.resolve(folder).resolve(file + ".java"));
    int at = source.indexOf(original);
    if (at < 0 || source.indexOf(original, at + 1) >= 0) {
      throw new AssertionError(
          file + ".java must contain this exactly once, to plant a bug there: " + original);
    }
    return new Loader(
            model.getPackageName() + ".", compile(file, source.replace(original, changed)))
        .loadClass(model.getName());
  }

  /** Writes the changed classes of a class from {@link #bug} below a folder. */
  static void write(Class<?> planted, Path folder) throws IOException {
    var loader = (Loader) planted.getClassLoader();
    for (Map.Entry<String, byte[]> each : loader.changed.entrySet()) {
      Path file = folder.resolve(each.getKey() + ".class");
      Files.createDirectories(file.getParent());
      Files.write(file, each.getValue());
    }
  }

  private static Map<String, byte[]> compile(String file, String source) {
    var javac = new MemoryJavac(LeafFuture.class, ClassWeaver.class, Nullable.class);
    MemoryJavac.Compiled compiled = javac.compile(Map.of(file, source));
    if (!compiled.errors().isEmpty()) {
      throw new AssertionError("The planted copy doesn't compile: " + compiled.errors());
    }
    return compiled.classes();
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
      byte[] planted = changed.get(name.replace('.', '/'));
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
