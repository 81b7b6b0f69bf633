package dev.weft.compiler.weave;

/** A block that can't become a state machine; it is left as it is. */
final class Unsupported extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final WeaveProblem.Kind kind;
  private final int line;

  Unsupported(WeaveProblem.Kind kind, String message, int line) {
    super(message, null, false, false);
    this.kind = kind;
    this.line = line;
  }

  Unsupported(String shape, int line) {
    this(
        WeaveProblem.Kind.UNSUPPORTED,
        "This async block was left stackful, since the weaver doesn't know such code: "
            + shape
            + ".",
        line);
  }

  WeaveProblem problem(String method, int blockLine) {
    return new WeaveProblem(
        kind, method, line == 0 ? blockLine : line, String.valueOf(getMessage()));
  }
}
