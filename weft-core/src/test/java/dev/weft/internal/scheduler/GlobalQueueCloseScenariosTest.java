package dev.weft.internal.scheduler;

import dev.weft.Weft;

class GlobalQueueCloseScenariosTest extends CloseScenariosTest {

  @Override
  Weft.Scheduler scheduler() {
    return Weft.Scheduler.GLOBAL_QUEUE;
  }
}
