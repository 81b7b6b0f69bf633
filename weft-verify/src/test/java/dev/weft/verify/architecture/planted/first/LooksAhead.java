package dev.weft.verify.architecture.planted.first;

import dev.weft.verify.architecture.planted.second.Behind;

/** Breaks the order: uses what comes after it. */
public final class LooksAhead {
  private LooksAhead() {}

  /** Uses the package behind. */
  public static Object use() {
    return Behind.value();
  }
}
