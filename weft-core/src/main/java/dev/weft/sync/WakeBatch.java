package dev.weft.sync;

import dev.weft.Waker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Wakers taken out of waits that may stand in line again before they are woken. */
final class WakeBatch {

  private @Nullable List<Waker> wakers; // made when there is one

  /** Takes the waker of a wait, in the monitor that guards it. */
  void take(WaitNode<?> node) {
    Waker waker = node.waker;
    if (waker != null) {
      node.waker = null;
      List<Waker> all = wakers;
      if (all == null) {
        all = new ArrayList<>(2);
        wakers = all;
      }
      all.add(waker);
    }
  }

  /** Wakes all, outside the monitor; see {@link WaitQueue#wakeAll} for wakers that throw. */
  void wakeAll() {
    List<Waker> all = wakers;
    if (all == null) {
      return;
    }
    Throwable failure = null;
    for (Waker waker : all) {
      failure = WaitQueue.wake(waker, failure);
    }
    WaitQueue.rethrow(failure);
  }
}
