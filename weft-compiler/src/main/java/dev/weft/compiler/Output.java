package dev.weft.compiler;

import com.sun.source.util.JavacTask;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import javax.annotation.processing.Messager;
import org.jspecify.annotations.Nullable;

/**
 * Where a compilation writes its class files, as the plugin learns it from its annotation
 * processor.
 */
final class Output {

  /*
   * Idea: a plugin can't ask javac for the output folder, an annotation processor can. javac makes the
   * two itself, so all that they share is static: a map from the compilation's own JavacTask, which both
   * can get at, to this object. Several compilations in one JVM, also at the same time, each have their
   * own.
   *
   * State: unknown until the processor's init, which comes after the plugin's and before the first class
   * is analysed; it stays so where the processor doesn't run.
   *
   * Ownership: the map holds its keys weakly, and the values don't refer to them, so that nothing is left
   * of a compilation that ended. Its lock orders the two sides; the fields are written once and read by
   * the compilation's own thread.
   */

  private static final Map<JavacTask, Output> OUTPUTS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private boolean probed;
  private boolean sure;
  private @Nullable Path folder;
  private @Nullable Messager messager;

  private Output() {}

  /** The output of a compilation, the same object each time. */
  static Output of(JavacTask task) {
    return OUTPUTS.computeIfAbsent(task, _ -> new Output());
  }

  /** The processor found out: the URI of a file so many folders below the output folder. */
  void found(URI file, int depth, Messager notes) {
    messager = notes;
    probed = true;
    sure = true;
    try {
      Path above = Path.of(file).toAbsolutePath().getParent();
      for (int i = 0; i < depth && above != null; i++) {
        above = above.getParent();
      }
      folder = above;
    } catch (IllegalArgumentException | FileSystemNotFoundException notOnDisk) {
      folder = null; // classes stay in memory, as in an IDE's own builder
    }
  }

  /** The user said where. */
  void given(Path out) {
    probed = true;
    folder = out;
  }

  /** Whether anybody could say where class files go. */
  boolean isKnown() {
    return probed;
  }

  /** Whether it is javac itself that said so, which can't be wrong. */
  boolean isSure() {
    return sure;
  }

  /** The folder; {@code null} if it isn't known or classes aren't written to files. */
  @Nullable Path folder() {
    return folder;
  }

  /** For notes that belong to no file; {@code null} where no processor runs. */
  @Nullable Messager messager() {
    return messager;
  }
}
