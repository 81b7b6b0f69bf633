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
    // A worker gives up its place among the searchers, but announces its sleep only afterwards.
    return Planted.bug(
        IdleModel.class,
        "IdleWorkers",
        "long before = asleep.getAndUpdate(worker / Long.SIZE, bits -> bits & ~bit(worker));\n    return (before & bit(worker)) != 0;",
        "asleep.getAndUpdate(worker / Long.SIZE, bits -> bits & ~bit(worker));\n    return true;");
  }
}
