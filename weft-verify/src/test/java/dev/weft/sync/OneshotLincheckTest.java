package dev.weft.sync;

final class OneshotLincheckTest extends LincheckSuite {

  @Override
  Class<?> model() {
    return OneshotModel.class;
  }

  @Override
  Class<?> planted() throws Exception {
    // The second look after registering is left out: a value that came in between wakes nobody.
    return Planted.bug(
        OneshotModel.class,
        "Oneshot",
        """
                channel.receiving.register(cx.waker());
                if (channel.isOpen()) {
                  return PENDING;
                }
        """,
        """
                channel.receiving.register(cx.waker());
                if (true) {
                  return PENDING;
                }
        """);
  }
}
