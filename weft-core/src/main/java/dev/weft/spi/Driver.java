package dev.weft.spi;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One worker's view of the operating system: waits for events of the sockets that were attached to
 * it, and wakes the tasks that wait for them.
 *
 * <p><em>Threads:</em> {@link #turn} is for the thread that holds the worker's turn; {@link
 * #wakeup} may be called from any thread. Sockets attach and detach themselves from any thread.
 */
public interface Driver extends AutoCloseable {

  /**
   * Waits for events and wakes whom they concern.
   *
   * @param timeoutNanos how long to wait; 0 doesn't wait, {@link Long#MAX_VALUE} waits until {@link
   *     #wakeup}
   * @return how many events there were
   * @throws IOException if the operating system refuses
   */
  int turn(long timeoutNanos) throws IOException;

  /** Ends the current or else the next {@link #turn} that waits. */
  void wakeup();

  /**
   * How many sockets are attached and requests for files are under way; with none, a worker may
   * sleep without the driver.
   *
   * @return a snapshot
   */
  int sources();

  /**
   * What carries out operations on files with few threads. Any thread.
   *
   * @return {@code null} if this driver has nothing of the kind, or not before {@link
   *     DriverProvider#prepareFiles}; they are blocking calls then
   */
  default @Nullable FileDriver files() {
    return null;
  }

  /**
   * Detaches all sockets, waking who waits for them with an {@link IOException} that says that the
   * runtime is closed, and frees the driver. Closing twice does nothing.
   */
  @Override
  void close();
}
