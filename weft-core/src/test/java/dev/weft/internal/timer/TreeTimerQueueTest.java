package dev.weft.internal.timer;

import dev.weft.spi.InboxTimerQueue;
import dev.weft.spi.TimerQueueContractTest;

final class TreeTimerQueueTest extends TimerQueueContractTest {

  @Override
  protected InboxTimerQueue create(long nowNanos, Runnable callOwner) {
    return new TreeTimerQueue(callOwner);
  }
}
