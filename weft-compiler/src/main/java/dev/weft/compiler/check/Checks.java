package dev.weft.compiler.check;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ModuleElement;
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
  private final Map<String, TypeElement> unnamed = new HashMap<>();

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
   * Checks the names that a file uses, before its types are known.
   *
   * @param unit a file whose classes have been entered
   */
  public void entered(CompilationUnitTree unit) {
    Trees trees = Trees.instance(task);
    Tree ambiguous = AmbiguousFuture.find(unit, task.getElements(), trees.getSourcePositions());
    if (ambiguous != null) {
      new Messages(trees).error(Advice.AMBIGUOUS, ambiguous, unit);
    }
  }

  /**
   * Checks a class whose types are known and reports what is wrong.
   *
   * @param type a top-level class
   * @return the async blocks in it and in the classes within it, in the order of the source
   */
  public List<BlockSite> analysed(TypeElement type) {
    if (!types.libraryIsThere()) {
      return List.of();
    }
    TreePath path = Trees.instance(task).getPath(type);
    return path == null ? List.of() : new BlockChecker(task, types, unnamed).check(path);
  }

  /**
   * Finds a local or anonymous class of the classes that were analysed; javac itself finds only
   * those that have a name everywhere.
   *
   * @param key its {@link #key}
   * @return the class, or {@code null} if there is no such one
   */
  public @Nullable TypeElement unnamed(String key) {
    return unnamed.get(key);
  }

  /**
   * What tells a class from all others of a compilation, in which several modules may have classes
   * of one name.
   *
   * @param module its module, {@code null} in a language level without modules
   * @param binaryName its binary name, such as {@code a.B$1Local}
   * @return the name, after that of its module if that has one
   */
  public static String key(@Nullable ModuleElement module, String binaryName) {
    return module == null || module.isUnnamed()
        ? binaryName
        : module.getQualifiedName() + "/" + binaryName;
  }
}
