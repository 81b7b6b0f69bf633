package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class CollectingLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return CollectingModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    return false;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The consumer doesn't look at the end of its poll who waits for the room that it made.
    return Planted.bug(
        CollectingModel.class,
        "Outlet",
        "} else if (PROMISED_BY.getOpaque(this) != task) {",
        "} else if (false) {");
  }
}
