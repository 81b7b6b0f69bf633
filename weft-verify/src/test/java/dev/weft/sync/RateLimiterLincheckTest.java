package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class RateLimiterLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return RateModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    return false; // the clock is read before the monitor is entered
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The first in line leaves without a word to the next, which has no timer.
    return Planted.bug(RateModel.class, "RateLimiter", "      woken.take(next);\n", "");
  }
}
