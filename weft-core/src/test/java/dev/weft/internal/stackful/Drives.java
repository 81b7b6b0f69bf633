package dev.weft.internal.stackful;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.TestTask;
import java.util.function.BooleanSupplier;

/** Polls a future on the calling thread as often as its task is woken, also from other threads. */
final class Drives {

  private Drives() {}

  static <T> T toTheEnd(TestTask task, Future<T> future) throws Exception {
    while (true) {
      task.takeWakes();
      if (poll(task, future) instanceof Poll.Ready<T>(T value)) {
        return value;
      }
      task.awaitWakes(1);
    }
  }

  /** Polls until something holds after a pending poll. */
  static void until(TestTask task, Future<?> future, BooleanSupplier condition) throws Exception {
    while (true) {
      task.takeWakes();
      if (poll(task, future).isReady()) {
        throw new AssertionError(future + " has ended.");
      }
      if (condition.getAsBoolean()) {
        return;
      }
      task.awaitWakes(1);
    }
  }

  /** Polls once as a task does, an abort that is due included. */
  static <T> Poll<T> poll(TestTask task, Future<T> future) throws Exception {
    if (task.abortPending()) {
      task.deliverAbort();
    }
    return task.poll(future);
  }
}
