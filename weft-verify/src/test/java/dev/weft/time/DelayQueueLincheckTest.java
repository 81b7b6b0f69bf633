package dev.weft.time;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class DelayQueueLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return DelayQueueModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The consumer looks, and leaves its waker only afterwards: an insert in between is missed.
    return Planted.bug(
        DelayQueueModel.class,
        "DelayQueue",
        """
              synchronized (heap) {
                requireOnly(wait);
                found = look(wait, cx, services.clock().nanoTime());
              }
        """,
        """
              boolean nothing;
              synchronized (heap) {
                requireOnly(wait);
                nothing = heap.size() == 0 && !wait.isUntilEmpty();
              }
              synchronized (heap) {
                if (nothing) {
                  wait.fallAsleep(cx.waker());
                  waiting = wait;
                  found = LeafFuture.PENDING;
                } else {
                  found = look(wait, cx, services.clock().nanoTime());
                }
              }
        """);
  }
}
