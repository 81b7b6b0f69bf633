package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class MpmcLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return MpmcModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    return false; // see SharedModel
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A receive that gives up after it was woken keeps what it was promised.
    return Planted.bug(
        MpmcModel.class, "SharedChannel", "        case SharedRecv.PROMISED -> promised--;\n", "");
  }
}
