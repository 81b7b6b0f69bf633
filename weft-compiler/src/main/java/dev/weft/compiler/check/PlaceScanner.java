package dev.weft.compiler.check;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Walks a class and knows at each tree in what kind of code it stands. */
abstract class PlaceScanner extends TreePathScanner<@Nullable Void, @Nullable Place> {

  final Trees trees;
  final WeftTypes types;

  PlaceScanner(Trees trees, WeftTypes types) {
    this.trees = trees;
    this.types = types;
  }

  /** A lambda that is an async block begins. */
  abstract void block(LambdaExpressionTree lambda);

  @Override
  public @Nullable Void visitMethod(MethodTree method, @Nullable Place outer) {
    Place place = Place.of(kindOf(method), method.getName().toString(), outer);
    scan(method.getModifiers(), outer);
    scan(method.getParameters(), outer);
    BlockTree body = method.getBody();
    if (body == null) {
      return null;
    }
    int prologue = method.getReturnType() == null ? endOfPrologue(body.getStatements()) : 0;
    if (prologue == 0) {
      return scan(body, place);
    }
    Place before = Place.of(Place.Kind.PROLOGUE, place.name(), outer);
    List<? extends StatementTree> statements = body.getStatements();
    TreePath atBody = new TreePath(getCurrentPath(), body);
    scanAt(atBody, statements.subList(0, prologue), before);
    scanAt(atBody, statements.subList(prologue, statements.size()), place);
    return null;
  }

  private void scanAt(TreePath parent, List<? extends Tree> children, Place place) {
    for (Tree child : children) {
      scan(new TreePath(parent, child), place);
    }
  }

  private Place.Kind kindOf(MethodTree method) {
    if (WeftTypes.isStackfulMethod(trees.getElement(getCurrentPath()))) {
      return Place.Kind.STACKFUL_METHOD;
    }
    return method.getModifiers().getFlags().contains(Modifier.SYNCHRONIZED)
        ? Place.Kind.SYNCHRONIZED_METHOD
        : Place.Kind.METHOD;
  }

  /** How many statements of a constructor run before the object may be used. */
  private static int endOfPrologue(List<? extends StatementTree> statements) {
    for (int i = 0; i < statements.size(); i++) {
      if (statements.get(i) instanceof ExpressionStatementTree statement
          && statement.getExpression() instanceof MethodInvocationTree call
          && isConstructorName(call.getMethodSelect())) {
        return i + 1;
      }
    }
    return 0;
  }

  private static boolean isConstructorName(Tree select) {
    String name =
        switch (select) {
          case IdentifierTree identifier -> identifier.getName().toString();
          case MemberSelectTree member -> member.getIdentifier().toString();
          default -> "";
        };
    return name.equals("super") || name.equals("this");
  }

  @Override
  public @Nullable Void visitVariable(VariableTree variable, @Nullable Place place) {
    scan(variable.getModifiers(), place);
    scan(variable.getType(), place);
    return scan(
        variable.getInitializer(),
        isMember() ? initializer(variable.getName().toString(), place) : place);
  }

  @Override
  public @Nullable Void visitBlock(BlockTree block, @Nullable Place place) {
    return super.visitBlock(block, isMember() ? initializer("", place) : place);
  }

  private boolean isMember() {
    return getCurrentPath().getParentPath().getLeaf() instanceof ClassTree;
  }

  private static Place initializer(String name, @Nullable Place outer) {
    return Place.of(Place.Kind.INITIALIZER, name, outer);
  }

  @Override
  public @Nullable Void visitLambdaExpression(LambdaExpressionTree lambda, @Nullable Place outer) {
    TypeMirror type = trees.getTypeMirror(getCurrentPath());
    Place.Kind kind = Place.Kind.LAMBDA;
    if (types.isAsyncLambda(type)) {
      kind = Place.Kind.BLOCK;
      block(lambda);
    } else if (types.isStackfulLambda(type)) {
      kind = Place.Kind.STACKFUL_LAMBDA;
    } else if (!WeftTypes.isKnown(type)) {
      kind = Place.Kind.UNKNOWN_LAMBDA;
    }
    return super.visitLambdaExpression(lambda, Place.of(kind, "", outer));
  }

  @Override
  public @Nullable Void visitSynchronized(SynchronizedTree statement, @Nullable Place place) {
    scan(statement.getExpression(), place);
    return scan(statement.getBlock(), place == null ? null : place.inMonitor());
  }

  /** Type of an expression below the current tree. */
  final @Nullable TypeMirror typeOf(TreePath parent, Tree expression) {
    return trees.getTypeMirror(new TreePath(parent, expression));
  }
}
