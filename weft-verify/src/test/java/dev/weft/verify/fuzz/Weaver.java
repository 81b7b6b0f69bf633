package dev.weft.verify.fuzz;

import java.util.Map;

/** The class transformer that is tested, or a copy of it with a planted fault. */
public interface Weaver {

  /**
   * Weaves a class.
   *
   * @param name its internal name
   * @param classes all classes by internal name
   * @param debug whether variables are kept for debuggers
   * @return the class and its companions by internal name
   * @throws RefusedException if a block is refused
   */
  Map<String, byte[]> weave(String name, Map<String, byte[]> classes, boolean debug);

  /** A block that should have been compiled was not. */
  final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates one that tells the transformer's reason. */
    public RefusedException(String message) {
      super(message);
    }
  }
}
