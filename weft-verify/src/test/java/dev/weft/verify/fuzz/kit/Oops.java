package dev.weft.verify.fuzz.kit;

/** A checked exception of the programs. */
public final class Oops extends Exception {
  private static final long serialVersionUID = 1;

  public Oops(String message) {
    super(message);
  }
}
