package dev.weft.compiler.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** The texts: what is wrong, and what to write in its place. */
final class Advice {

  static final String REFERENCE =
      "A reference to await runs outside the async block that it stands in: call await in the block"
          + " itself, or put the code into stackful(() -> …).";

  static final String CLOSE_WIDE =
      "close() of an AutoCloseable that may be an AsyncCloseable would hold up the worker: give the"
          + " variable its AsyncCloseable type, so that the block can await the close.";

  static final String CLOSE_ERASED =
      "close() of this AsyncCloseable is compiled as that of AutoCloseable, since its type has"
          + " other bounds before AsyncCloseable, and would hold up the worker: put that bound"
          + " first, or give the resource a variable of an AsyncCloseable type.";

  static final String CLOSE_SUPER =
      "super.close() would hold up the worker, as it can't be awaited: await super.closeAsync() in"
          + " its place.";

  static final String CLOSE_BESIDE =
      "close() of an AsyncCloseable in code that isn't the async block itself would hold up the"
          + " worker: move it into the block, or await closeAsync() there.";

  static final String UNUSED =
      "This future is never used, so nothing happens: await it, spawn it or return it.";

  static final String AMBIGUOUS =
      "Future stands in both dev.weft and java.util.concurrent here: add \"import"
          + " dev.weft.Future;\" to say which one is meant.";

  private Advice() {}

  /** What is wrong with an await at a place, or {@code null} if it is fine there. */
  static @Nullable String misplaced(String what, Place place) {
    if (place.isBlock()) {
      return place.monitor() ? inMonitor(what) : null;
    }
    if (place.kind() == Place.Kind.PROLOGUE) {
      return what
          + " can't stand before super(…) or this(…): await first, in an async block, and pass"
          + " the value to the constructor.";
    }
    if (place.isStackful()) {
      return null;
    }
    return switch (place.kind()) {
      case INITIALIZER ->
          what
              + " can't stand in an initialiser, which holds up all who use the class: await in an"
              + " async block and set the value from there.";
      case LAMBDA ->
          place.isWithinBlock()
              ? what
                  + " stands in a plain lambda, which the async block around it can't suspend:"
                  + " await in the block itself (a loop in place of forEach), or put the code"
                  + " into stackful(() -> …)."
              : what
                  + " stands in a lambda that is no async block: make it async(() -> …), or mark"
                  + " the method around it @Stackful.";
      case SYNCHRONIZED_METHOD ->
          what
              + " stands in the synchronized method "
              + place.name()
              + ", whose monitor would be held meanwhile: use dev.weft.sync.AsyncMutex in an async"
              + " block, or mark the method @Stackful.";
      default ->
          place.name().equals("main")
              ? what
                  + " stands outside any async block, where timers and sockets have no runtime: put"
                  + " the code into async(() -> …), and give that to the blockOn of a Weft."
              : outside(what, place);
    };
  }

  private static String outside(String what, Place place) {
    return what
        + " stands outside any async block: put the code into async(() -> …), or mark "
        + (place.name().equals("<init>") ? "the constructor" : place.name())
        + " @Stackful if only stackful blocks and plain threads call it.";
  }

  private static String inMonitor(String what) {
    return what
        + " can't stand in a synchronized block of an async block, which would go on on another"
        + " thread without the monitor: use dev.weft.sync.AsyncMutex, or stackful(() -> …).";
  }

  static String lock(String lock, long line) {
    return "The lock "
        + lock
        + ", taken in line "
        + line
        + ", is held over this await, after which another thread may go on: use"
        + " dev.weft.sync.AsyncMutex, or unlock first.";
  }

  static String stackfulCall(String method) {
    return method
        + " is marked @Stackful and would hold up the worker of this async block: call it from"
        + " stackful(() -> …), and await that.";
  }

  static String blocking(Element method, String name, String advice) {
    Element owner = method.getEnclosingElement();
    return (owner == null ? "" : owner.getSimpleName() + ".")
        + name
        + " holds up the worker of this async block: "
        + advice
        + ".";
  }

  static String loss(Element method, CancelSafety.Loss loss, String race) {
    boolean limit = LosingBranches.isLimit(race);
    return qualified(method)
        + " loses "
        + loss.what()
        + (limit ? " when the timeout cancels it: " : " when this branch of " + race + " loses: ")
        + (loss.instead().isEmpty() ? "" : loss.instead() + ", or ")
        + (limit
            ? "spawn it and set the limit on its handle."
            : "wrap the branch in keep(…) and await it later, or spawn it and race its handle.");
  }

  private static String qualified(Element method) {
    Element owner = method.getEnclosingElement();
    return (owner == null ? "" : owner.getSimpleName() + ".") + method.getSimpleName();
  }

  /** Class and method that a tree stands in, as messages call them. */
  static String place(TreePath path) {
    String method = "";
    for (TreePath at = path; at != null; at = at.getParentPath()) {
      if (at.getLeaf() instanceof MethodTree tree && method.isEmpty()) {
        method = "." + tree.getName();
      } else if (at.getLeaf() instanceof ClassTree type && !type.getSimpleName().isEmpty()) {
        return type.getSimpleName() + method;
      }
    }
    return "class" + method;
  }
}
