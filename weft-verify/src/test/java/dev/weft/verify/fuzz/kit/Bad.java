package dev.weft.verify.fuzz.kit;

/** An unchecked exception of the programs. */
public final class Bad extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Bad(String message) {
    super(message);
  }
}
