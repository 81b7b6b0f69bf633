package dev.weft.internal.combine;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The first of several failures, with the others suppressed on it. */
final class Failures {

  private final Throwable first;
  private @Nullable Set<Throwable> seen; // from the second failure on

  Failures(Throwable first) {
    this.first = first;
  }

  Throwable first() {
    return first;
  }

  /**
   * Adds a further failure; the same object again changes nothing.
   *
   * @return false if it found no place, as the first one doesn't take suppressed exceptions
   */
  boolean add(Throwable failure) {
    if (failure == first) {
      return true;
    }
    Set<Throwable> known = seen;
    if (known == null) {
      known = Collections.newSetFromMap(new IdentityHashMap<>());
      Collections.addAll(known, first.getSuppressed());
      seen = known;
    }
    if (!known.add(failure)) {
      return true;
    }
    boolean firstOne = known.size() == 1;
    first.addSuppressed(failure);
    if (firstOne && first.getSuppressed().length == 0) {
      known.clear(); // Made without suppression; the next one finds no place either.
      return false;
    }
    return true;
  }
}
