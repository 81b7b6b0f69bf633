package dev.weft.internal.stackful;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class AbandonedLincheckTest extends LincheckSuite {

  @Override
  protected boolean isLinearizable() {
    return false; // who closes what is open
  }

  @Override
  protected Class<?> model() {
    return AbandonedModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A closer goes without another look at the queue.
    return Planted.bug(
        AbandonedModel.class, "Abandoned", "if (!queue.isEmpty()) {", "if (queue == null) {");
  }
}
