package dev.weft.internal.combine;

import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import java.util.ArrayDeque;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Futures that wait for something in line. It has no lock: all calls are made under that of its
 * owner, and wakers are called after that was released.
 */
final class WaitLine {

  /*
   * A place in the line is no claim: whoever is woken looks again, and may find that another one was
   * quicker; then it stands behind. So nothing is set aside for a future that may be cancelled, and all
   * that such a one has to do is to pass on a wake that it has had and not used.
   */

  private final ArrayDeque<Place<?>> line = new ArrayDeque<>(0);

  /** Puts a future in line, or keeps its place, with whom to wake. */
  void stand(Place<?> place, Waker waker) {
    place.waker = waker;
    if (!place.standing) {
      place.standing = true;
      line.add(place);
    }
  }

  /** Takes a future out; false if it wasn't in line, as it was woken or has never waited. */
  boolean leave(Place<?> place) {
    if (!place.standing) {
      return false;
    }
    place.standing = false;
    line.remove(place);
    return true;
  }

  /** Takes the first out, to be woken; null if there is none. */
  @Nullable Waker next() {
    Place<?> first = line.poll();
    if (first == null) {
      return null;
    }
    first.standing = false;
    return first.waker;
  }

  /** Takes all out, to be woken. */
  void drainTo(Collection<Waker> wakers) {
    for (Waker waker = next(); waker != null; waker = next()) {
      wakers.add(waker);
    }
  }

  /** A future that can stand in a line. */
  abstract static class Place<T extends @Nullable Object> extends LeafFuture<T> {
    private Waker waker = Waker.noop();
    private boolean standing;
  }
}
