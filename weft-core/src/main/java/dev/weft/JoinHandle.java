package dev.weft;

import org.jspecify.annotations.Nullable;

/**
 * A spawned task, seen from outside; awaiting it gives the task's result.
 *
 * <p>Unlike other futures, a handle may be awaited repeatedly and by many. It throws the very
 * exception that the task threw, and {@link java.util.concurrent.CancellationException} if the task
 * was aborted. Dropping a handle does not stop the task.
 *
 * <p>A failure that nobody joins is reported once to the runtime's handler: at completion after
 * {@link #detach()}, otherwise when the handle is garbage or the runtime closes.
 *
 * <p><em>Cancellation:</em> losing a {@code select} or a {@code timeout} stops the wait and nothing
 * else; {@link #abort()} stops the task.
 *
 * <p><em>Threads:</em> all methods may be called from any thread.
 *
 * @param <T> type of the task's result
 */
public interface JoinHandle<T extends @Nullable Object> extends Future<T> {

  /**
   * Requests that the task stop at its next await. It cleans up first; await the handle to know
   * when it has. Does nothing to a finished task; a second call changes nothing.
   */
  void abort();

  /**
   * Whether the task has ended, clean-up included.
   *
   * @return true once a result, a failure or the end of an abort is there
   */
  boolean isFinished();

  /**
   * Gives up the right to learn of a failure by joining: it then goes to the runtime's handler as
   * soon as it happens.
   *
   * @return this handle
   */
  JoinHandle<T> detach();

  /**
   * The task's number, unique in its runtime.
   *
   * @return a positive number
   */
  long id();
}
