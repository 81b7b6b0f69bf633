package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class RendezvousLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return RendezvousModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    return false; // see SharedModel
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A send says that it has sent nothing, and its message was taken.
    return Planted.bug(
        RendezvousModel.class,
        "SharedChannel",
        "          return false;\n        }\n        default",
        "          return true;\n        }\n        default");
  }
}
