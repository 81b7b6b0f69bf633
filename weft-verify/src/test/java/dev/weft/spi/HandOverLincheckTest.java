package dev.weft.spi;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class HandOverLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return HandOverModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A cancel takes no notice of the turn that is firing the timer.
    return Planted.bug(
        HandOverModel.class,
        "InboxTimerQueue",
        "if (entry.casState(TimerEntry.ARMED, TimerEntry.CANCELLED)) {",
        "if (entry.casState(entry.stateVolatile(), TimerEntry.CANCELLED)) {");
  }
}
