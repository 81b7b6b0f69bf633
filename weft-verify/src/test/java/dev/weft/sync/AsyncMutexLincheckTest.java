package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class AsyncMutexLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return MutexModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A waiter that was served between the look at its status and the monitor isn't noticed.
    return Planted.bug(
        MutexModel.class,
        "Permits",
        """
              synchronized (queue) {
                if (waiter.status == Acquire.QUEUED) {
                  queue.remove(waiter);
                  waiter.waker = null;
        """,
        """
              synchronized (queue) {
                if (true) {
                  queue.remove(waiter);
                  waiter.waker = null;
        """);
  }
}
