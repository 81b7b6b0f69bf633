package dev.weft.internal.reactor.linux;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class ReadinessLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return ReadinessModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // "Not yet" is believed although an event came during the call.
    return Planted.bug(
        ReadinessModel.class,
        "Readiness",
        """
            state = waker;
            if (tick == before) {
        """,
        """
            state = waker;
            if (tick == before || state == waker) {
        """);
  }

  @Override
  protected boolean isLinearizable() {
    return false; // A read is one call of the system and two looks at the state.
  }
}
