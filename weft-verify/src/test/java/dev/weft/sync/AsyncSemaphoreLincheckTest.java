package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class AsyncSemaphoreLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return SemaphoreModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // Giving back without CAS: an update in between is lost.
    return Planted.bug(
        SemaphoreModel.class,
        "Permits",
        """
                if (STATE.compareAndSet(this, now, now + ((long) count << SHIFT))) {
                  return;
                }
        """,
        """
                state = now + ((long) count << SHIFT);
                if (true) {
                  return;
                }
        """);
  }
}
