package dev.weft.compiler.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Checks one class with all that it contains, and lists its async blocks. */
final class BlockChecker extends PlaceScanner {

  private static final String ASYNC_CLOSEABLE = "dev.weft.AsyncCloseable";

  private final Messages messages;
  private final Suppressions suppressions;
  private final BlockingCalls blocking;
  private final LosingBranches branches;
  private final List<BlockSite> sites = new ArrayList<>();
  private final Map<String, TypeElement> unnamed;

  /** Notes local and anonymous classes, which can't be looked up by a name, in the map. */
  BlockChecker(JavacTask task, WeftTypes types, Map<String, TypeElement> unnamed) {
    super(Trees.instance(task), types);
    this.unnamed = unnamed;
    this.messages = new Messages(trees);
    this.suppressions = new Suppressions(trees);
    this.blocking = new BlockingCalls(types);
    this.branches =
        new LosingBranches(
            trees, types, new CancelSafety(task.getElements(), task.getTypes()), messages);
  }

  /** Checks the class that the path leads to. */
  List<BlockSite> check(TreePath classPath) {
    scan(classPath, null);
    return sites;
  }

  @Override
  void block(LambdaExpressionTree lambda) {
    TreePath path = getCurrentPath();
    Lines lines = lines();
    long first = lines.first(lambda);
    sites.add(
        new BlockSite(
            host(path),
            Advice.place(path) + ", line " + first,
            lambda,
            path.getCompilationUnit(),
            first,
            lines.last(lambda),
            suppressions.at(path)));
  }

  private String host(TreePath path) {
    for (TreePath at = path; at != null; at = at.getParentPath()) {
      if (at.getLeaf() instanceof ClassTree && trees.getElement(at) instanceof TypeElement type) {
        return types.key(type);
      }
    }
    return "";
  }

  @Override
  public @Nullable Void visitClass(ClassTree tree, @Nullable Place place) {
    if (trees.getElement(getCurrentPath()) instanceof TypeElement type
        && (type.getNestingKind() == NestingKind.LOCAL
            || type.getNestingKind() == NestingKind.ANONYMOUS)) {
      unnamed.put(types.key(type), type);
    }
    return super.visitClass(tree, place);
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Place place) {
    super.visitMethodInvocation(call, place); // what is evaluated first is looked at first
    Element method = trees.getElement(getCurrentPath());
    if (method != null) {
      branches.check(call, method, getCurrentPath());
    }
    if (method == null || place == null) {
      return null;
    }
    ExpressionTree select = call.getMethodSelect();
    if (types.isAwait(method)) {
      suspends(method.getSimpleName().toString(), select, place);
      return null;
    }
    TypeMirror receiver = receiver(method, select);
    if (WeftTypes.isClose(method)
        && receiver != null
        && closes(compiledReceiver(receiver, method), select, place)) {
      return null;
    }
    if (place.isBlock()) {
      inBlock(method, receiver, select, place);
    }
    return null;
  }

  private @Nullable TypeMirror receiver(Element method, ExpressionTree select) {
    if (method.getModifiers().contains(Modifier.STATIC)) {
      return null;
    }
    if (select instanceof MemberSelectTree member) {
      TreePath path = new TreePath(getCurrentPath(), select);
      return typeOf(path, member.getExpression());
    }
    Element owner = method.getEnclosingElement();
    return owner == null ? null : owner.asType();
  }

  /** The type that a class file names: where the receiver has several bounds, the method's own. */
  private TypeMirror compiledReceiver(TypeMirror receiver, Element method) {
    Element owner = method.getEnclosingElement();
    return types.isErasedTo(receiver, ASYNC_CLOSEABLE)
            || owner == null
            || !types.isA(owner.asType(), ASYNC_CLOSEABLE)
        ? receiver
        : owner.asType();
  }

  private void inBlock(
      Element method, @Nullable TypeMirror receiver, ExpressionTree select, Place place) {
    String name = method.getSimpleName().toString();
    if (receiver != null && types.isA(receiver, "java.util.concurrent.locks.Lock")) {
      noteLock(name, select, place);
    }
    if (WeftTypes.isStackfulMethod(method)) {
      messages.warn(Warning.STACKFUL, Advice.stackfulCall(name), select, getCurrentPath());
      return;
    }
    String advice = blocking.advice(method, receiver);
    if (advice != null) {
      messages.warn(
          Warning.BLOCKING, Advice.blocking(method, name, advice), select, getCurrentPath());
    }
  }

  private void noteLock(String name, ExpressionTree select, Place place) {
    if (place.locks() == null || !(select instanceof MemberSelectTree member)) {
      return;
    }
    String lock = member.getExpression().toString();
    if (name.equals("unlock")) {
      place.locks().unlock(lock);
    } else if (name.equals("lock") || name.equals("lockInterruptibly") || name.equals("tryLock")) {
      place.locks().lock(lock, lines().first(select));
    }
  }

  private Lines lines() {
    return new Lines(trees.getSourcePositions(), getCurrentPath().getCompilationUnit());
  }

  /** Something awaits here. */
  private void suspends(String what, Tree at, Place place) {
    String error = Advice.misplaced(what, place);
    if (error != null) {
      messages.error(error, at, getCurrentPath().getCompilationUnit());
    } else if (place.locks() != null) {
      Map.Entry<String, Long> held = place.locks().take();
      if (held != null) {
        messages.warn(
            Warning.LOCK, Advice.lock(held.getKey(), held.getValue()), at, getCurrentPath());
      }
    }
  }

  /** Whether a close may suspend; says so where it must not or can't be seen to. */
  private boolean closes(TypeMirror receiver, Tree at, Place place) {
    if (types.isA(receiver, ASYNC_CLOSEABLE)) {
      if (place.isBlock()) {
        awaitedClose(receiver, at, place);
      } else if (place.isWithinBlock() && !place.isStackful()) {
        messages.warn(Warning.CLOSE, Advice.CLOSE_BESIDE, at, getCurrentPath());
      }
      return true;
    }
    if (place.isBlock() && types.isExactly(receiver, "java.lang.AutoCloseable")) {
      messages.warn(Warning.CLOSE, Advice.CLOSE_WIDE, at, getCurrentPath());
      return true;
    }
    return false;
  }

  /** A close in the block itself, which the block awaits if its code in the class file shows it. */
  private void awaitedClose(TypeMirror receiver, Tree at, Place place) {
    if (!types.isErasedTo(receiver, ASYNC_CLOSEABLE)) {
      messages.warn(Warning.CLOSE, Advice.CLOSE_ERASED, at, getCurrentPath());
    } else if (isOfSuper(at)) {
      messages.warn(Warning.CLOSE, Advice.CLOSE_SUPER, at, getCurrentPath());
    } else {
      suspends("close", at, place);
    }
  }

  private static boolean isOfSuper(Tree select) {
    return select instanceof MemberSelectTree member
        && switch (member.getExpression()) {
          case IdentifierTree name -> name.getName().contentEquals("super");
          case MemberSelectTree qualified -> qualified.getIdentifier().contentEquals("super");
          default -> false;
        };
  }

  @Override
  public @Nullable Void visitTry(TryTree statement, @Nullable Place place) {
    scan(statement.getResources(), place);
    scan(statement.getBlock(), place);
    if (place != null) {
      for (Tree resource : statement.getResources()) {
        TypeMirror type = typeOf(getCurrentPath(), resource);
        if (type != null) {
          closes(type, resource, place);
        }
      }
    }
    scan(statement.getCatches(), place);
    return scan(statement.getFinallyBlock(), place);
  }

  @Override
  public @Nullable Void visitMemberReference(MemberReferenceTree reference, @Nullable Place place) {
    super.visitMemberReference(reference, place);
    Element method = trees.getElement(getCurrentPath());
    if (types.isAwait(method) && place != null && !place.isStackful()) {
      TypeMirror target = trees.getTypeMirror(getCurrentPath());
      if (WeftTypes.isKnown(target)
          && !types.isAsyncLambda(target)
          && !types.isStackfulLambda(target)) {
        messages.error(Advice.REFERENCE, reference, getCurrentPath().getCompilationUnit());
      }
    }
    return null;
  }

  @Override
  public @Nullable Void visitExpressionStatement(
      ExpressionStatementTree statement, @Nullable Place place) {
    super.visitExpressionStatement(statement, place);
    dropped(statement.getExpression());
    return null;
  }

  @Override
  public @Nullable Void visitLambdaExpression(LambdaExpressionTree lambda, @Nullable Place outer) {
    super.visitLambdaExpression(lambda, outer);
    if (lambda.getBody() instanceof ExpressionTree made
        && types.yieldsNothing(trees.getTypeMirror(getCurrentPath()))) {
      dropped(made);
    }
    return null;
  }

  /** Warns of a future that is made below the current tree, which takes no value of it. */
  private void dropped(ExpressionTree made) {
    if (made instanceof MethodInvocationTree || made instanceof NewClassTree) {
      TypeMirror type = typeOf(getCurrentPath(), made);
      if (types.isA(type, "dev.weft.Future")
          && !types.isA(type, "dev.weft.JoinHandle")
          && !isHandedBack(made)) {
        messages.warn(Warning.UNUSED, Advice.UNUSED, at(made), getCurrentPath());
      }
    }
  }

  /** Whether a method returns whatever it was given or keeps, as collections do. */
  private boolean isHandedBack(ExpressionTree call) {
    return trees.getElement(new TreePath(getCurrentPath(), call))
            instanceof ExecutableElement method
        && method.getReturnType().getKind() == TypeKind.TYPEVAR;
  }

  private static Tree at(ExpressionTree made) {
    return made instanceof MethodInvocationTree call ? call.getMethodSelect() : made;
  }
}
