package dev.weft.internal.scheduler;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class InjectQueueLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return InjectQueueModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A push that overlaps another one takes no notice of it.
    return Planted.bug(
        InjectQueueModel.class,
        "InjectQueue",
        "TaskCell<?> seen = (TaskCell<?>) TOP.compareAndExchange(this, now, task);",
        "TaskCell<?> seen = now; TOP.setVolatile(this, task);");
  }
}
