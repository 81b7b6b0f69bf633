package dev.weft.codegen;

/** Version of the contract that compiled blocks link to. */
public final class Codegen {

  /** Raised by each change that breaks classes compiled before it. */
  public static final int VERSION = 1;

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
