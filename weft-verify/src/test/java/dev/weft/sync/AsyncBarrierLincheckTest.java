package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class AsyncBarrierLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return BarrierModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // Leaving without the monitor: the barrier may be opening at the moment.
    return Planted.bug(
        BarrierModel.class,
        "AsyncBarrier",
        "synchronized (line) {\n      if (arrival.status == Arrival.QUEUED) {",
        "{\n      if (arrival.status == Arrival.QUEUED) {");
  }
}
