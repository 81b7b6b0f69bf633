package dev.weft.compiler.check;

/** The warnings, each with the key that {@code @SuppressWarnings("weft:KEY")} takes. */
public enum Warning {
  /** A call in an async block that holds its worker up. */
  BLOCKING("blocking"),
  /** A lock of {@code java.util.concurrent.locks} held over an await. */
  LOCK("lock"),
  /** A future that was made and never used, so that nothing happens. */
  UNUSED("unused"),
  /** A close that may have to wait but can't be seen to. */
  CLOSE("close"),
  /** A method marked {@code @Stackful} called from an async block. */
  STACKFUL("stackful"),
  /** A block without the pre-emption points that it should have. */
  PREEMPT("preempt"),
  /** A branch of a race that loses something when it is cancelled. */
  CANCEL("cancel"),
  /** A block whose method the JIT compiler refuses for its size. */
  SIZE("size");

  private static final String PREFIX = "weft:";

  private final String key;

  Warning(String key) {
    this.key = key;
  }

  /**
   * The string for {@code @SuppressWarnings}.
   *
   * @return {@code weft:} and the key
   */
  public String key() {
    return PREFIX + key;
  }
}
