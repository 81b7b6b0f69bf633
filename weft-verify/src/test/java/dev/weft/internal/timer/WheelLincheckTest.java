package dev.weft.internal.timer;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class WheelLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return WheelModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A cancelled timer that has been linked stays where it is.
    return Planted.bug(
        WheelModel.class,
        "WheelTimerQueue",
        "if (slot.remove(entry)) {",
        "if (slot.isEmpty() && slot.remove(entry)) {");
  }
}
