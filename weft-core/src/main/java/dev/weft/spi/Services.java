package dev.weft.spi;

import dev.weft.Weft;
import java.util.function.Function;

/** What the place where a task is polled offers to the futures in it. */
public interface Services {

  /**
   * The runtime.
   *
   * @return the runtime of the task
   */
  Weft runtime();

  /**
   * The runtime's clock.
   *
   * @return the clock that all deadlines refer to
   */
  Clock clock();

  /**
   * The timers nearest to the polling thread.
   *
   * @return a queue that wakes its owner if a new timer is earlier than what it sleeps for
   */
  TimerQueue timers();

  /**
   * The driver nearest to the polling thread.
   *
   * @return a driver of the runtime's provider
   */
  Driver driver();

  /**
   * The driver for a connection that was accepted, from its first wait on. All connections of a
   * server come out of one task, and would all be with that task's driver.
   *
   * @return {@link #driver}, or that of another worker which has fewer sockets, if the task that is
   *     polled may go there
   */
  default Driver driverOfAccepted() {
    return driver();
  }

  /**
   * The maker of sockets.
   *
   * @return the runtime's provider
   */
  DriverProvider sockets();

  /**
   * Random numbers for the polling thread.
   *
   * @return a source to be used during this poll only
   */
  RandomSource random();

  /**
   * The runtime's one part of a kind, which is made if there is none.
   *
   * @param type the kind
   * @param maker makes it; called at most once at a time for a runtime
   * @param <T> the kind
   * @return the part, the same for all tasks of the runtime
   * @throws IllegalStateException if there is none and the runtime is closed
   */
  <T extends RuntimePart> T part(Class<T> type, Function<? super PartHost, ? extends T> maker);
}
