package dev.weft.compiler.weave;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the weaver may ask about classes other than the one that it weaves. */
@FunctionalInterface
public interface TypeSource {

  /** Knows no class: only Weft's own functional interfaces and resources are recognized. */
  TypeSource NONE = _ -> null;

  /**
   * Looks a class up.
   *
   * @param internalName name with slashes, such as {@code java/util/Map$Entry}
   * @return its facts, or {@code null} if it can't be found
   */
  @Nullable TypeFacts find(String internalName);

  /**
   * A source that reads class files.
   *
   * @param classFiles gives the bytes of the class with an internal name, or {@code null}
   * @return a source that keeps what it has found
   */
  static TypeSource ofClassFiles(Function<String, byte @Nullable []> classFiles) {
    return new ClassFileTypes(classFiles);
  }
}
