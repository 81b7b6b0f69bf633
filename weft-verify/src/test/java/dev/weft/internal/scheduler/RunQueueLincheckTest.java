package dev.weft.internal.scheduler;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class RunQueueLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return RunQueueModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The owner takes without claiming: a thief may have claimed the same task.
    return Planted.bug(
        RunQueueModel.class,
        "SpmcRunQueue",
        "long seen = (long) HEAD.compareAndExchange(this, now, next);\n      if (seen == now) {\n        return take(real);",
        "long seen = now; HEAD.setVolatile(this, next);\n      if (seen == now) {\n        return take(real);");
  }
}
