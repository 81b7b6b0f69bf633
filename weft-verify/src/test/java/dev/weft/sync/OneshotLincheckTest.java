package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class OneshotLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return OneshotModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
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
