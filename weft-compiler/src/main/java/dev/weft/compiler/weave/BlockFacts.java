package dev.weft.compiler.weave;

/**
 * Facts about a block that became a state machine.
 *
 * @param host internal name of its class
 * @param companion internal name of its state object's class
 * @param method name of the synthetic method that holds its body
 * @param line its first source line, 0 if the class file doesn't tell
 * @param states how many places it can be suspended at
 * @param preemptionPoints how many of them are pre-emption points
 * @param slots the state object's slots for variables
 * @param captures how many captured values the state object holds
 * @param objectBytes estimated size of the state object with compressed class pointers
 * @param bytecodeBefore size of the lambda's method in bytes
 * @param bytecodeAfter size of the state machine's method in bytes; the JIT compiles none over
 *     {@link #COMPILED_LIMIT}
 */
public record BlockFacts(
    String host,
    String companion,
    String method,
    int line,
    int states,
    int preemptionPoints,
    SlotCounts slots,
    int captures,
    int objectBytes,
    int bytecodeBefore,
    int bytecodeAfter) {

  /** HotSpot leaves methods with more bytes of code to the interpreter. */
  public static final int COMPILED_LIMIT = 8000;

  /**
   * Whether HotSpot's JIT compilers leave the block alone for its size.
   *
   * @return true if it is too large
   */
  public boolean isTooLargeForJit() {
    return bytecodeAfter > COMPILED_LIMIT;
  }
}
