package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class OnceCellLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return OnceModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    return false; // a turn that is given back is announced a moment later
  }

  @Override
  protected Class<?> planted() throws Exception {
    // Giving the turn back without telling anybody.
    return Planted.bug(OnceModel.class, "OnceCell", "    turns.notifyOne();\n", "");
  }
}
