package dev.weft.internal.cleanup;

import dev.weft.Cancellation;
import org.jspecify.annotations.Nullable;

/** The first of several failures, with the later ones suppressed on it. */
public final class Trouble {

  private Trouble() {}

  /**
   * Adds a failure. One that is the first itself changes nothing, as may be that of a lack of
   * memory.
   *
   * @param first what has failed so far, null if nothing has
   * @param later what has failed now, null if nothing has
   * @return the first of them, with the other one suppressed on it
   */
  public static @Nullable Throwable add(@Nullable Throwable first, @Nullable Throwable later) {
    if (first == null || later == null) {
      return first == null ? later : first;
    }
    if (first != later) {
      first.addSuppressed(later);
    }
    return first;
  }

  /**
   * Adds a failure of something that was cancelled: its cancellation is none, but what has failed
   * in its clean-up is.
   *
   * @param first what has failed so far, null if nothing has
   * @param thrown what has come out of it
   * @return the first failure, null if there is none
   */
  public static @Nullable Throwable ofCancelled(@Nullable Throwable first, Throwable thrown) {
    if (!(thrown instanceof Cancellation)) {
      return add(first, thrown);
    }
    Throwable all = first;
    for (Throwable inCleanUp : thrown.getSuppressed()) {
      all = add(all, inCleanUp);
    }
    return all;
  }
}
