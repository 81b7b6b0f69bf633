package dev.weft.sync;

final class AsyncMutexLincheckTest extends LincheckSuite {

  @Override
  Class<?> model() {
    return MutexModel.class;
  }

  @Override
  Class<?> planted() throws Exception {
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
