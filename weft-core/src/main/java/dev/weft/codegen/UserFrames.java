package dev.weft.codegen;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells frames of user code from those below and around it. */
public final class UserFrames {

  private static final Set<String> FACADES =
      Set.of(
          "dev.weft.Async",
          "dev.weft.AsyncCloseable",
          "dev.weft.Scope",
          "dev.weft.JoinMethods",
          "dev.weft.SelectMethods",
          "dev.weft.Weft");

  private static final String STACKFUL = "dev.weft.internal.stackful.StackfulBlock";

  private UserFrames() {}

  /**
   * The innermost line of user code in a stack.
   *
   * @param stack the innermost frame first
   * @return the line, {@code null} if there is no user code in it
   */
  public static @Nullable StackTraceElement first(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (isUser(frame.getClassName())) {
        return frame;
      }
    }
    return null;
  }

  /**
   * The user code on the stack of the calling thread, up to where a stackful block is polled: what
   * lies around that belongs behind the frames of the block's own thread.
   *
   * @param most how many frames at most
   * @return the innermost frame first
   */
  public static List<StackTraceElement> here(int most) {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .takeWhile(frame -> !isPollOfStackful(frame))
                    .filter(frame -> isUser(frame.getClassName()))
                    .limit(most)
                    .map(StackWalker.StackFrame::toStackTraceElement)
                    .toList());
  }

  private static boolean isPollOfStackful(StackWalker.StackFrame frame) {
    return frame.getMethodName().equals("answer") && frame.getClassName().equals(STACKFUL);
  }

  /**
   * Whether a class is neither the JDK's nor Weft's, nor made by Weft's compiler.
   *
   * @param className its binary name
   * @return true for user code
   */
  public static boolean isUser(String className) {
    return !className.startsWith("java.")
        && !className.startsWith("jdk.")
        && !className.startsWith("sun.")
        && !className.startsWith("dev.weft.internal.")
        && !className.startsWith("dev.weft.codegen.")
        && !className.contains(AsyncState.COMPANION)
        && !FACADES.contains(className);
  }
}
