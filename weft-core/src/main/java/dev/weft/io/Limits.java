package dev.weft.io;

/** The check of amounts that a caller chooses. */
final class Limits {

  private Limits() {}

  static int check(String name, int value, int least) {
    if (value < least || value > BufReader.MAX_LIMIT) {
      throw new IllegalArgumentException(
          name + " is " + value + "; accepted is " + least + " to " + BufReader.MAX_LIMIT + ".");
    }
    return value;
  }
}
