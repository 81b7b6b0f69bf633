package dev.weft.internal.scheduler;

import dev.weft.Weft;

class WorkStealingCloseScenariosTest extends CloseScenariosTest {

  @Override
  Weft.Scheduler scheduler() {
    return Weft.Scheduler.WORK_STEALING;
  }
}
