package dev.weft.internal.scheduler;

import dev.weft.Weft;

class ShardedScenariosTest extends RuntimeScenariosTest {

  @Override
  Weft.Scheduler scheduler() {
    return Weft.Scheduler.SHARDED;
  }
}
