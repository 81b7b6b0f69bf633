package dev.weft.compiler.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import javax.lang.model.element.Modifier;
import javax.lang.model.util.Elements;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * Finds files in which the simple name {@code Future} stands for the interface of the JDK as well
 * as for that of this library. javac then stops before the files are analysed, so this looks at the
 * text alone.
 */
final class AmbiguousFuture extends TreeScanner<@Nullable Void, @Nullable Void> {

  private static final String NAME = "Future";

  private @Nullable Tree first;
  private boolean declared;

  private AmbiguousFuture() {}

  /** The first use of the name, or {@code null} if it isn't ambiguous or not used. */
  static @Nullable Tree find(
      CompilationUnitTree unit, Elements elements, SourcePositions positions) {
    boolean packages =
        imports(unit, "dev.weft.*", false) && imports(unit, "java.util.concurrent.*", false);
    boolean modules =
        imports(unit, "dev.weft.core", true)
            && (imports(unit, "java.base", true) || isCompact(unit, positions));
    if ((!packages && !modules) || isImported(unit) || isInPackage(unit, elements)) {
      return null;
    }
    var scanner = new AmbiguousFuture();
    scanner.scan(unit.getTypeDecls(), null);
    return scanner.declared ? null : scanner.first;
  }

  private static boolean imports(CompilationUnitTree unit, String name, boolean module) {
    return unit.getImports().stream()
        .anyMatch(
            line ->
                !line.isStatic()
                    && line.isModule() == module
                    && line.getQualifiedIdentifier().toString().equals(name));
  }

  /**
   * Whether the file is a compact one, which imports all of {@code java.base} without saying so.
   * Its class is final although no modifier stands anywhere.
   */
  private static boolean isCompact(CompilationUnitTree unit, SourcePositions positions) {
    return unit.getTypeDecls().stream()
        .filter(ClassTree.class::isInstance)
        .map(type -> ((ClassTree) type).getModifiers())
        .anyMatch(
            modifiers ->
                modifiers.getFlags().contains(Modifier.FINAL)
                    && positions.getStartPosition(unit, modifiers) == Diagnostic.NOPOS);
  }

  private static boolean isImported(CompilationUnitTree unit) {
    return unit.getImports().stream()
        .map(ImportTree::getQualifiedIdentifier)
        .anyMatch(name -> name.toString().endsWith("." + NAME));
  }

  private static boolean isInPackage(CompilationUnitTree unit, Elements elements) {
    Tree name = unit.getPackageName();
    return elements.getTypeElement(name == null ? NAME : name + "." + NAME) != null;
  }

  @Override
  public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void none) {
    if (first == null && identifier.getName().contentEquals(NAME)) {
      first = identifier;
    }
    return null;
  }

  @Override
  public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
    declared |= type.getSimpleName().contentEquals(NAME);
    return super.visitClass(type, null);
  }

  @Override
  public @Nullable Void visitTypeParameter(TypeParameterTree parameter, @Nullable Void none) {
    declared |= parameter.getName().contentEquals(NAME);
    return super.visitTypeParameter(parameter, null);
  }
}
