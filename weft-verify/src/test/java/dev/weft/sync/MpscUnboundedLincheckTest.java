package dev.weft.sync;

final class MpscUnboundedLincheckTest extends LincheckSuite {

  @Override
  Class<?> model() {
    return UnboundedModel.class;
  }

  @Override
  Class<?> planted() throws Exception {
    // Filling a slot without CAS: two senders, or a sender and a close, get the same one.
    return Planted.bug(
        UnboundedModel.class,
        "SegmentQueue",
        "Object found = SLOT.compareAndExchange(slots, i, null, item);",
        "Object found = slots[i]; if (found == null) { slots[i] = item; }");
  }
}
