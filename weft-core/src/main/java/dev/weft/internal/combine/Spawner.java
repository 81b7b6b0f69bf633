package dev.weft.internal.combine;

import dev.weft.Future;
import dev.weft.JoinHandle;
import org.jspecify.annotations.Nullable;

/** What starts the tasks of a scope; a method reference to a runtime's {@code spawn} fits. */
@FunctionalInterface
public interface Spawner {

  /**
   * Starts a task.
   *
   * @param future what it runs; it is polled to its end or cancelled
   * @param <T> type of its result
   * @return its handle, which is finished no later than it wakes those who wait for it
   */
  <T extends @Nullable Object> JoinHandle<T> spawn(Future<T> future);
}
