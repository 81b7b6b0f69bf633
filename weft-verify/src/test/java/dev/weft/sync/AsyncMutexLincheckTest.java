package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class AsyncMutexLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return MutexModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // Whoever is first in line isn't woken if a running task has overtaken it already; but that
    // task
    // takes it for awake.
    return Planted.bug(
        MutexModel.class,
        "BargingLock",
        "if (first != null && (state & OFFERED) != 0) {",
        "if (first != null && (state & (OFFERED | LOCKED)) == OFFERED) {");
  }
}
