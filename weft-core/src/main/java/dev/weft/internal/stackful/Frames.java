package dev.weft.internal.stackful;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells frames of user code from those below and around it. */
public final class Frames {

  private static final Set<String> FACADES =
      Set.of(
          "dev.weft.Async",
          "dev.weft.AsyncCloseable",
          "dev.weft.Scope",
          "dev.weft.JoinMethods",
          "dev.weft.SelectMethods");

  private Frames() {}

  /** The innermost line of user code, from a stack trace with the innermost frame first. */
  public static @Nullable StackTraceElement firstOfUser(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (isUser(frame.getClassName())) {
        return frame;
      }
    }
    return null;
  }

  /** Whether a class is neither the JDK's nor Weft's. */
  public static boolean isUser(String className) {
    return !className.startsWith("java.")
        && !className.startsWith("jdk.")
        && !className.startsWith("sun.")
        && !className.startsWith("dev.weft.internal.")
        && !className.startsWith("dev.weft.codegen.")
        && !FACADES.contains(className);
  }
}
