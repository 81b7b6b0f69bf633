package dev.weft.internal.timer;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class HeapLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return HeapModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A cancelled timer at the top isn't dropped.
    return Planted.bug(
        HeapModel.class,
        "HeapTimerQueue",
        "if (!isCancelled(entry)) {",
        "if (entry.deadlineNanos() > 0 || !isCancelled(entry)) {");
  }
}
