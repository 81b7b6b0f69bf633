package dev.weft.stream;

/** Checks of numbers that are given to operators. */
final class Limits {

  private Limits() {}

  static int atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; accepted is 1 or more.");
    }
    return value;
  }
}
