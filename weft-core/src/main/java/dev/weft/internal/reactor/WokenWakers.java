package dev.weft.internal.reactor;

import dev.weft.Waker;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The wakers that the events of one turn lead to, called at its end. For the turn's holder. */
public final class WokenWakers {

  private @Nullable Waker[] wakers = new Waker[64];
  private int count;

  /** None yet. */
  public WokenWakers() {}

  /**
   * Keeps a waker to be called at the end of this turn.
   *
   * @param waker nothing happens for {@code null}
   */
  public void collect(@Nullable Waker waker) {
    if (waker != null) {
      if (count == wakers.length) {
        wakers = Arrays.copyOf(wakers, 2 * count);
      }
      wakers[count++] = waker;
    }
  }

  /** Calls all that were kept, and forgets them. */
  public void wakeAll() {
    int woken = count;
    count = 0;
    for (int i = 0; i < woken; i++) {
      Waker waker = wakers[i];
      wakers[i] = null;
      wake(waker);
    }
  }

  /**
   * Calls a waker. One that breaks its promise not to throw must not cost the others their wake-up.
   *
   * @param waker nothing happens for {@code null}
   */
  public static void wake(@Nullable Waker waker) {
    try {
      if (waker != null) {
        waker.wake();
      }
    } catch (RuntimeException broken) {
      System.getLogger("dev.weft.reactor")
          .log(
              System.Logger.Level.ERROR, "The waker " + waker + " threw; wakers must not.", broken);
    }
  }
}
