package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class MpscBoundedLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return BoundedModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    return false;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The consumer waits although a message is claimed: its sender has seen that nobody waits.
    return Planted.bug(
        BoundedModel.class, "BoundedChannel", "if (tail(now) != outlet.head()) {", "if (false) {");
  }
}
