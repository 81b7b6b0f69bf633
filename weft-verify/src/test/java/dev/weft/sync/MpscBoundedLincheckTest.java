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
    // The second look after registering is left out: a message that came in between wakes nobody.
    return Planted.bug(
        BoundedModel.class,
        "Rx",
        "next = channel.next(cx); // it may have come before the waker was there",
        "");
  }
}
