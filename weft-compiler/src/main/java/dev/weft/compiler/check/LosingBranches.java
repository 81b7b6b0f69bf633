package dev.weft.compiler.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds branches of races that lose something when they are cancelled, as losers are. */
final class LosingBranches {

  /*
   * Idea: a branch is followed as far as one can see that its parts are cancelled with it: through
   * combinators of the library, and through the awaits of a block that is written in place. A method
   * that isn't annotated, and whatever comes out of a variable, is assumed to be fine; so are the
   * arguments of such a method. keep(…) isn't cancelled with its race, and a spawned task isn't with its
   * handle; what is under shield(…) isn't cancelled in its midst. A limit on closeAsync() is how one says that what can't be closed in time may go to waste, so
   * that is nothing to warn of.
   *
   * A call can be in two races, one within the other; it is told once.
   */

  private static final Set<String> RACES =
      Set.of("select", "selectBiased", "race", "firstSuccess", "timeout", "timeoutAt");
  private static final Set<String> PASSING =
      Set.of(
          "select",
          "selectBiased",
          "race",
          "firstSuccess",
          "timeout",
          "timeoutAt",
          "join",
          "tryJoin",
          "onDiscard",
          "where");
  private static final Set<String> BLOCKS = Set.of("async", "stackful", "scope", "retry");

  private final Trees trees;
  private final WeftTypes types;
  private final CancelSafety safety;
  private final Messages messages;
  private final Set<Tree> told = Collections.newSetFromMap(new IdentityHashMap<>());

  LosingBranches(Trees trees, WeftTypes types, CancelSafety safety, Messages messages) {
    this.trees = trees;
    this.types = types;
    this.safety = safety;
    this.messages = messages;
  }

  /** Looks at a call, which may be a race. */
  void check(MethodInvocationTree call, Element method, TreePath path) {
    String name = method.getSimpleName().toString();
    if (RACES.contains(name) && types.isOfLibrary(method)) {
      for (ExpressionTree argument : call.getArguments()) {
        branch(new TreePath(path, argument), name);
      }
    }
  }

  /** Whether what cancels a branch is a limit to its time. */
  static boolean isLimit(String race) {
    return race.startsWith("timeout");
  }

  private void branch(TreePath path, String race) {
    switch (path.getLeaf()) {
      case ParenthesizedTree inner -> branch(new TreePath(path, inner.getExpression()), race);
      case TypeCastTree cast -> branch(new TreePath(path, cast.getExpression()), race);
      case ConditionalExpressionTree choice -> {
        branch(new TreePath(path, choice.getTrueExpression()), race);
        branch(new TreePath(path, choice.getFalseExpression()), race);
      }
      case MethodInvocationTree call -> call(call, path, race);
      default -> {}
    }
  }

  private void call(MethodInvocationTree call, TreePath path, String race) {
    if (!(trees.getElement(path) instanceof ExecutableElement method)) {
      return;
    }
    String name = method.getSimpleName().toString();
    if (types.isOfLibrary(method) && BLOCKS.contains(name)) {
      for (ExpressionTree argument : call.getArguments()) {
        if (argument instanceof LambdaExpressionTree lambda) {
          new Awaits(race).scan(new TreePath(new TreePath(path, lambda), lambda.getBody()), null);
        }
      }
    } else if ((types.isOfLibrary(method) && PASSING.contains(name)) || types.isListOf(method)) {
      for (ExpressionTree argument : call.getArguments()) {
        branch(new TreePath(path, argument), race);
      }
    } else {
      List<? extends ExpressionTree> arguments = call.getArguments();
      CancelSafety.Loss loss = safety.loss(method);
      if (loss != null
          && !(isLimit(race) && types.isCloseAsync(method))
          && (arguments.isEmpty()
              || !loss.isAvoidedBy(
                  types, trees.getTypeMirror(new TreePath(path, arguments.getFirst()))))
          && told.add(call)) {
        messages.warn(
            Warning.CANCEL, Advice.loss(method, loss, race), call.getMethodSelect(), path);
      }
    }
  }

  /** Follows what a block awaits itself. */
  private final class Awaits extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final String race;

    Awaits(String race) {
      this.race = race;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
      if (types.isAwait(trees.getElement(getCurrentPath()))) {
        for (ExpressionTree argument : call.getArguments()) {
          branch(new TreePath(getCurrentPath(), argument), race);
        }
      }
      return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitLambdaExpression(
        LambdaExpressionTree lambda, @Nullable Void nothing) {
      return null; // runs elsewhere, or is a block that branch() looks into
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
      return null;
    }
  }
}
