package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class MpscUnboundedLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return UnboundedModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // Filling a slot without CAS: two senders, or a sender and a close, get the same one.
    return Planted.bug(
        UnboundedModel.class,
        "SegmentQueue",
        "found = SLOT.compareAndExchange(slots, i, null, item);",
        "found = slots[i]; if (found == null) { slots[i] = item; }");
  }
}
