package dev.weft.internal.scheduler;

import dev.weft.Weft;

class GlobalQueueScenariosTest extends RuntimeScenariosTest {

  @Override
  Weft.Scheduler scheduler() {
    return Weft.Scheduler.GLOBAL_QUEUE;
  }
}
