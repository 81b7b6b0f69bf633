package dev.weft.sync;

final class MpscBoundedLincheckTest extends LincheckSuite {

  @Override
  Class<?> model() {
    return BoundedModel.class;
  }

  @Override
  boolean isLinearizable() {
    return false;
  }

  @Override
  Class<?> planted() throws Exception {
    // The second look after registering is left out: a message that came in between wakes nobody.
    return Planted.bug(
        BoundedModel.class,
        "Rx",
        "next = channel.next(); // it may have come before the waker was there",
        "");
  }
}
