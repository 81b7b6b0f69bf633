package dev.weft.everypoll;

/** A failure of a leaf. */
public final class Injected extends Exception {

  private static final long serialVersionUID = 1;

  Injected(String name) {
    super(name + " failed");
  }
}
