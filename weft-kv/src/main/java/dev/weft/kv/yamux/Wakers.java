package dev.weft.kv.yamux;

import dev.weft.Waker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Those who are to be woken: gathered under a lock, called when it is released. Belongs to whoever
 * gathers.
 */
final class Wakers {

  private final List<Waker> due = new ArrayList<>(3);

  /** Adds one, if there is one. */
  void add(@Nullable Waker waker) {
    if (waker != null) {
      due.add(waker);
    }
  }

  /** Adds those who wait for a stream, which it then has no longer. */
  void addAll(YamuxStream s) {
    add(s.reader);
    add(s.writer);
    s.reader = null;
    s.writer = null;
  }

  /** Calls all, once; what a call adds is left for the next time. */
  void wakeAll() {
    if (due.isEmpty()) {
      return;
    }
    Waker[] all = due.toArray(Waker[]::new);
    due.clear();
    for (Waker each : all) {
      each.wake();
    }
  }

  /** Calls one, if there is one. */
  static void wake(@Nullable Waker waker) {
    if (waker != null) {
      waker.wake();
    }
  }
}
