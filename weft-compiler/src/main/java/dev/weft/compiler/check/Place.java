package dev.weft.compiler.check;

import org.jspecify.annotations.Nullable;

/**
 * The code that a tree stands in, and what that stands in.
 *
 * @param kind what sort of code
 * @param name of the method, empty for other code
 * @param outer the code around it, {@code null} for the members of a top-level class
 * @param monitor whether the code holds a monitor here, taken in this very code
 * @param locks the locks that this code holds; one list for all of an async block
 */
record Place(
    Kind kind, String name, @Nullable Place outer, boolean monitor, @Nullable HeldLocks locks) {

  enum Kind {
    /** A method or constructor that isn't marked. */
    METHOD,
    /** A synchronized method that isn't marked. */
    SYNCHRONIZED_METHOD,
    /** A method or constructor marked {@code @Stackful}. */
    STACKFUL_METHOD,
    /** The part of a constructor up to its call of {@code super} or {@code this}. */
    PROLOGUE,
    /** A static or instance initialiser, or that of a field. */
    INITIALIZER,
    /** A lambda that is an async block. */
    BLOCK,
    /** A lambda that runs on a virtual thread. */
    STACKFUL_LAMBDA,
    /** Any other lambda. */
    LAMBDA,
    /** A lambda of which javac couldn't find out what it is, and has said so. */
    UNKNOWN_LAMBDA
  }

  static Place of(Kind kind, String name, @Nullable Place outer) {
    return new Place(kind, name, outer, false, kind == Kind.BLOCK ? new HeldLocks() : null);
  }

  Place inMonitor() {
    return new Place(kind, name, outer, true, locks);
  }

  boolean isBlock() {
    return kind == Kind.BLOCK;
  }

  /**
   * Whether code here runs on the thread of a stackful block or method, as far as one can see, or
   * may do so.
   */
  boolean isStackful() {
    for (Place place = this; place != null; place = place.outer) {
      switch (place.kind) {
        case STACKFUL_LAMBDA, STACKFUL_METHOD, UNKNOWN_LAMBDA -> {
          return true;
        }
        case BLOCK -> {
          return false;
        }
        default -> {}
      }
    }
    return false;
  }

  /** Whether an async block is somewhere around this code. */
  boolean isWithinBlock() {
    for (Place place = this; place != null; place = place.outer) {
      if (place.isBlock()) {
        return true;
      }
    }
    return false;
  }
}
