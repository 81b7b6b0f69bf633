package dev.weft.internal.scheduler;

import dev.weft.Weft;
import dev.weft.internal.timer.HeapTimerQueue;
import dev.weft.internal.timer.TreeTimerQueue;
import dev.weft.spi.InboxTimerQueue;

/** The timers that must be asked for, in a class of their own so that other starts load neither. */
final class ComparingTimers {

  private ComparingTimers() {}

  static InboxTimerQueue of(Weft.Timer kind, Runnable callOwner) {
    return kind == Weft.Timer.HEAP ? new HeapTimerQueue(callOwner) : new TreeTimerQueue(callOwner);
  }
}
