package dev.weft.compiler.weave;

import java.util.List;

/** Turns the async blocks of a class into state machines. Keeps no state; any thread. */
public final class ClassWeaver {

  /** Creates a weaver. */
  public ClassWeaver() {}

  /**
   * Weaves one class.
   *
   * @param hostClass a class file, which is not changed in place
   * @param options how
   * @return the class file to use instead, and its companions
   * @throws IllegalArgumentException if that isn't a class file
   */
  public WeaveResult weave(byte[] hostClass, WeaveOptions options) {
    return WeaveResult.unchanged(hostClass, false, List.of());
  }
}
