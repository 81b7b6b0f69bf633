package dev.weft.sync;

final class AsyncSemaphoreLincheckTest extends LincheckSuite {

  @Override
  Class<?> model() {
    return SemaphoreModel.class;
  }

  @Override
  Class<?> planted() throws Exception {
    // Giving back without CAS: an update in between is lost.
    return Planted.bug(
        SemaphoreModel.class,
        "Permits",
        """
                if (STATE.compareAndSet(this, now, now + ((long) count << SHIFT))) {
                  return;
                }
        """,
        """
                state = now + ((long) count << SHIFT);
                if (true) {
                  return;
                }
        """);
  }
}
