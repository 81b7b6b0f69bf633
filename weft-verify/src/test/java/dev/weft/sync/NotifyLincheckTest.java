package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class NotifyLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return NotifyModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // Queueing without CAS: a signal that was kept in between is overwritten.
    return Planted.bug(
        NotifyModel.class,
        "Notify",
        "if (STATE.compareAndSet(this, now, next)) {",
        "state = next; if (true) {");
  }
}
