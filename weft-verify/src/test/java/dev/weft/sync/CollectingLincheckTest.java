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
    // The end of a poll says that it is over only after it has given back: what is collected in
    // between waits for an end that doesn't come.
    return Planted.bug(
        CollectingModel.class,
        "Collected",
        "promised = false; // first: what is collected after this is somebody else's\n"
            + "    giveBack();",
        "giveBack();\n    promised = false;");
  }
}
