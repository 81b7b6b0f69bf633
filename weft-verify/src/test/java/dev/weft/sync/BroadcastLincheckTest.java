package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class BroadcastLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return BroadcastModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    return false;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // Counting by the tail alone, which is one behind while a message is being put.
    return Planted.bug(
        BroadcastModel.class, "BroadcastReceiver", "if (later != null) {", "if (false) {");
  }
}
