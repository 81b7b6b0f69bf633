package dev.weft.io;

import java.nio.ByteBuffer;

/** The check of amounts and buffers that a caller chooses. */
final class Limits {

  private Limits() {}

  static int check(String name, int value, int least) {
    if (value < least || value > BufReader.MAX_LIMIT) {
      throw new IllegalArgumentException(
          name + " is " + value + "; accepted is " + least + " to " + BufReader.MAX_LIMIT + ".");
    }
    return value;
  }

  /** A buffer to read into; looked at before bytes are taken that couldn't be given back. */
  static ByteBuffer writable(ByteBuffer target) {
    if (target.isReadOnly()) {
      throw new IllegalArgumentException(
          "target is read-only; accepted is a buffer that can be written to.");
    }
    return target;
  }
}
