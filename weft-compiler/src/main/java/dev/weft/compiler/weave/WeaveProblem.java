package dev.weft.compiler.weave;

/**
 * Something about a block that its author should know.
 *
 * @param kind what
 * @param method name of the synthetic method that holds the block's body
 * @param line source line, 0 if the class file doesn't tell
 * @param message one sentence for the user
 */
public record WeaveProblem(Kind kind, String method, int line, String message) {

  /** What can be wrong. */
  public enum Kind {
    /** An await while a monitor is held. The block was left stackful. */
    AWAIT_IN_MONITOR(true),
    /** The state machine would be larger than a method may be. The block was left stackful. */
    TOO_LARGE(true),
    /** A class of the user has the name that a companion needs. */
    NAME_CLASH(true),
    /** A shape that no Java compiler is known to emit. The block was left stackful. */
    UNSUPPORTED(true),
    /** The block uses something of its thread, so it got no pre-emption points. */
    NOT_PREEMPTIBLE(false),
    /** The state machine is too large for the JIT compiler. */
    NOT_JIT_COMPILED(false);

    private final boolean error;

    Kind(boolean error) {
      this.error = error;
    }

    /**
     * Whether the block isn't a state machine because of it.
     *
     * @return false for a mere warning
     */
    public boolean isError() {
      return error;
    }
  }
}
