package dev.weft.compiler;

/** How a failure that is no fault of the user's is told. */
final class Defects {

  private Defects() {}

  /** The failure and the first line of the plugin's own code in its trace. */
  static String text(Throwable defect) {
    for (StackTraceElement frame : defect.getStackTrace()) {
      if (frame.getClassName().startsWith("dev.weft.compiler.")) {
        return defect + " at " + frame;
      }
    }
    return defect.toString();
  }
}
