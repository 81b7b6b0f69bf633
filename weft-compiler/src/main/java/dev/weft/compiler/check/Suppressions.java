package dev.weft.compiler.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;

/** Reads {@code @SuppressWarnings} on the declarations around a tree. */
final class Suppressions {

  private final Trees trees;

  Suppressions(Trees trees) {
    this.trees = trees;
  }

  /** The warnings that some declaration around the tree doesn't want. */
  Set<Warning> at(TreePath path) {
    var suppressed = EnumSet.noneOf(Warning.class);
    for (TreePath at = path; at != null; at = at.getParentPath()) {
      if (at.getLeaf() instanceof ClassTree
          || at.getLeaf() instanceof MethodTree
          || at.getLeaf() instanceof VariableTree) {
        addFrom(trees.getElement(at), suppressed);
      }
    }
    return suppressed;
  }

  private static void addFrom(Element declaration, Set<Warning> suppressed) {
    if (declaration == null) {
      return;
    }
    SuppressWarnings annotation = declaration.getAnnotation(SuppressWarnings.class);
    if (annotation == null) {
      return;
    }
    List<String> keys = List.of(annotation.value());
    for (Warning warning : Warning.values()) {
      if (keys.contains(warning.key())) {
        suppressed.add(warning);
      }
    }
  }
}
