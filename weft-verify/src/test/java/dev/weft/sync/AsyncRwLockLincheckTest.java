package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class AsyncRwLockLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return RwLockModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A reader keeps its part of the lock when it downgrades, and the others' as well.
    return Planted.bug(RwLockModel.class, "AsyncRwLock", "if (all > 1) {", "if (all > 2) {");
  }
}
