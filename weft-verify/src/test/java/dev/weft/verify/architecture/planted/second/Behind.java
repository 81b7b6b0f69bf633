package dev.weft.verify.architecture.planted.second;

/** Comes after, and keeps every rule. */
public final class Behind {
  private Behind() {}

  /** A value. */
  public static Object value() {
    return "";
  }
}
