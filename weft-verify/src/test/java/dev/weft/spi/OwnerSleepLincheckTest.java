package dev.weft.spi;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class OwnerSleepLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return OwnerSleepModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The owner looks at the inbox before it says that it sleeps: an add in between is missed.
    return Planted.bug(
        OwnerSleepModel.class,
        "InboxTimerQueue",
        """
            sleepUntil = untilNanos;
            asleep = true;
            if (inbox == null && backlog == null) {
        """,
        """
            boolean nothing = inbox == null && backlog == null;
            sleepUntil = untilNanos;
            asleep = true;
            if (nothing) {
        """);
  }
}
