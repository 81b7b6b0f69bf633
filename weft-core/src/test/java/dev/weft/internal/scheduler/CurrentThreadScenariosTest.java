package dev.weft.internal.scheduler;

import dev.weft.Weft;

class CurrentThreadScenariosTest extends RuntimeScenariosTest {

  @Override
  Weft.Scheduler scheduler() {
    return Weft.Scheduler.CURRENT_THREAD;
  }
}
