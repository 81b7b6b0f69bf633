package dev.weft.compiler.check;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.List;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The checks of one compilation.
 *
 * <p><em>Threads:</em> that of the compilation only.
 */
public final class Checks {

  private final JavacTask task;
  private final WeftTypes types;

  /**
   * Creates the checks of a compilation.
   *
   * @param task the compilation
   */
  public Checks(JavacTask task) {
    this.task = task;
    this.types = new WeftTypes(task);
  }

  /**
   * Checks a class whose types are known and reports what is wrong.
   *
   * @param type a top-level class
   * @param unit the file it is in
   * @return the async blocks in it and in the classes within it, in the order of the source
   */
  public List<BlockSite> check(TypeElement type, CompilationUnitTree unit) {
    if (!types.libraryIsThere()) {
      return List.of();
    }
    if (lookedAt.add(unit)) {
      ambiguity.check(unit);
    }
    TreePath path = Trees.instance(task).getPath(type);
    return path == null ? List.of() : new BlockChecker(task, types).check(path);
  }
}
