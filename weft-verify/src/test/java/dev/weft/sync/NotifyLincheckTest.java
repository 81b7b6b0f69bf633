package dev.weft.sync;

final class NotifyLincheckTest extends LincheckSuite {

  @Override
  Class<?> model() {
    return NotifyModel.class;
  }

  @Override
  Class<?> planted() throws Exception {
    // Queueing without CAS: a signal that was kept in between is overwritten.
    return Planted.bug(
        NotifyModel.class,
        "Notify",
        "if (STATE.compareAndSet(this, now, next)) {",
        "state = next; if (true) {");
  }
}
