package dev.weft.internal.scheduler;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class IdleLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return IdleModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A worker that was claimed by a notifier takes itself for awake by its own doing: nobody knows
    // any more that it counts as searching.
    return Planted.bug(
        IdleModel.class,
        "IdleWorkers",
        "    return false;\n  }\n\n  boolean isAnySearching",
        "    return true;\n  }\n\n  boolean isAnySearching");
  }
}
