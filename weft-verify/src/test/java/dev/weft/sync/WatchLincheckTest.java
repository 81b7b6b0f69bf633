package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class WatchLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return WatchModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // No second look: what comes between the first look and the wait wakes nobody.
    return Planted.bug(
        WatchModel.class, "Until", "result = look(); // the change may have come", "// ");
  }
}
