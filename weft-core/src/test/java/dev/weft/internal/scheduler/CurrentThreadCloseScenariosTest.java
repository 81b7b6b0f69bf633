package dev.weft.internal.scheduler;

import dev.weft.Weft;

class CurrentThreadCloseScenariosTest extends CloseScenariosTest {

  @Override
  Weft.Scheduler scheduler() {
    return Weft.Scheduler.CURRENT_THREAD;
  }
}
