package dev.weft.compiler.check;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import javax.tools.Diagnostic;

/** Tells javac what was found, at the place where it was found. */
final class Messages {

  private final Trees trees;
  private final Suppressions suppressions;

  Messages(Trees trees) {
    this.trees = trees;
    this.suppressions = new Suppressions(trees);
  }

  void error(String message, Tree at, CompilationUnitTree unit) {
    trees.printMessage(Diagnostic.Kind.ERROR, message, at, unit);
  }

  void warn(Warning warning, String message, Tree at, TreePath path) {
    if (!suppressions.at(path).contains(warning)) {
      trees.printMessage(
          Diagnostic.Kind.WARNING,
          "[" + warning.key() + "] " + message,
          at,
          path.getCompilationUnit());
    }
  }
}
