package dev.weft.codegen;

import org.jspecify.annotations.Nullable;

/** Version of the contract that compiled blocks link to. */
public final class Codegen {

  /** Raised by each change that breaks classes compiled before it. */
  public static final int VERSION = 2;

  private Codegen() {}

  /**
   * Checks, when a class with compiled blocks is linked, that it fits this library.
   *
   * @param compiledFor the version that the compiler plugin knew
   * @throws LinkageError if the class was compiled for another version
   */
  public static void link(int compiledFor) {
    if (compiledFor != VERSION) {
      throw new LinkageError(
          "Async blocks compiled for contract "
              + compiledFor
              + " of Weft can't run on contract "
              + VERSION
              + "; compile them again with the weft-compiler of the same version as weft-core.");
    }
  }

  /**
   * The source line that a compiled block waits in.
   *
   * @param block the block
   * @param className name of the class that it was written in
   * @param method name of the method that holds its body
   * @param file source file, {@code null} if the compiler didn't note it
   * @param lines the line of resume point <i>n</i> is the character at <i>n</i> − 1
   * @return the line, or {@code null} if the block hasn't started or has ended
   */
  public static @Nullable StackTraceElement location(
      AsyncState<?> block, String className, String method, @Nullable String file, String lines) {
    int point = block.resumePoint();
    return point == 0 || point > lines.length()
        ? null
        : new StackTraceElement(className, method, file, lines.charAt(point - 1));
  }

  /**
   * Throws anything as if it were unchecked, as the same object.
   *
   * @param failure what to throw
   * @param <E> inferred by the caller to please the compiler
   * @return never
   * @throws E the failure
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // erased: nothing is cast
  public static <E extends Throwable> E sneak(Throwable failure) throws E {
    throw (E) failure;
  }
}
