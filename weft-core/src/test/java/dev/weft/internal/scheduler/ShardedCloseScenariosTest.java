package dev.weft.internal.scheduler;

import dev.weft.Weft;

class ShardedCloseScenariosTest extends CloseScenariosTest {

  @Override
  Weft.Scheduler scheduler() {
    return Weft.Scheduler.SHARDED;
  }
}
