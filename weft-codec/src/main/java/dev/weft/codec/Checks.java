package dev.weft.codec;

/** Checks of arguments. */
final class Checks {

  /** The most that any cap may be, well below the largest array. */
  static final int MAX_BYTES = 1 << 30;

  private Checks() {}

  static int atLeast(int least, int value, String name) {
    return inRange(least, Integer.MAX_VALUE, value, name);
  }

  static int inRange(int least, int most, int value, String name) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name
              + " is "
              + value
              + "; accepted is "
              + (most == Integer.MAX_VALUE
                  ? least + " or more."
                  : least + " to " + most + " inclusive."));
    }
    return value;
  }
}
