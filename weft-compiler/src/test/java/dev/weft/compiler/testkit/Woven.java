package dev.weft.compiler.testkit;

import dev.weft.compiler.weave.BlockFacts;
import dev.weft.compiler.weave.ClassWeaver;
import dev.weft.compiler.weave.TypeSource;
import dev.weft.compiler.weave.WeaveOptions;
import dev.weft.compiler.weave.WeaveProblem;
import dev.weft.compiler.weave.WeaveResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A set of class files after weaving.
 *
 * @param classes hosts and companions by internal name
 * @param blocks the facts of all blocks
 * @param problems all problems
 */
public record Woven(
    SortedMap<String, byte[]> classes, List<BlockFacts> blocks, List<WeaveProblem> problems) {

  /** Weaves all classes; what they refer to is looked up among them and on the class path. */
  public static Woven of(SortedMap<String, byte[]> classes) {
    return of(classes, false);
  }

  /** Weaves all classes, for debugging or not. */
  public static Woven of(SortedMap<String, byte[]> classes, boolean debug) {
    return of(classes, debug, false);
  }

  /** Weaves all classes, for debugging or not, with pre-emption points or not. */
  public static Woven of(SortedMap<String, byte[]> classes, boolean debug, boolean preempt) {
    return of(new ClassWeaver(), classes, debug, preempt);
  }

  /** Weaves all classes with a weaver. */
  public static Woven of(
      ClassWeaver weaver, SortedMap<String, byte[]> classes, boolean debug, boolean preempt) {
    var woven = new TreeMap<String, byte[]>();
    var blocks = new ArrayList<BlockFacts>();
    var problems = new ArrayList<WeaveProblem>();
    TypeSource types = types(classes);
    classes.forEach(
        (name, bytes) -> {
          WeaveResult result = weaver.weave(bytes, new WeaveOptions(types, debug, preempt));
          woven.put(name, result.host());
          woven.putAll(result.companions());
          blocks.addAll(result.blocks());
          problems.addAll(result.problems());
        });
    return new Woven(woven, blocks, problems);
  }

  /** Finds classes in a map and on the class path. */
  public static TypeSource types(Map<String, byte[]> classes) {
    return TypeSource.ofClassFiles(
        name -> classes.containsKey(name) ? classes.get(name) : onClassPath(name));
  }

  private static byte[] onClassPath(String internalName) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** A loader of these classes over the class path. */
  public ClassLoader loader() {
    return loader(classes);
  }

  /** A loader of classes over the class path; it verifies them. */
  public static ClassLoader loader(Map<String, byte[]> classes) {
    return new Loader(classes);
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
      super(ClassLoader.getSystemClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name.replace('.', '/'));
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
