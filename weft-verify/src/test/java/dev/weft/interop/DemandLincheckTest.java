package dev.weft.interop;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class DemandLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return DemandModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The sender looks first and registers afterwards: a request in between wakes nobody.
    return Planted.bug(
        DemandModel.class,
        "Demand",
        """
            if (waker != sender) {
              waker = sender;
            }
            return count;
        """,
        """
            long now = count;
            waker = sender;
            return now;
        """);
  }
}
