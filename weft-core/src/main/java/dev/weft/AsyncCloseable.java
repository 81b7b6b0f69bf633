package dev.weft;

import dev.weft.internal.gate.Gate;
import java.io.IOException;

/**
 * A resource whose closing may have to wait, for example to flush what it has buffered.
 *
 * <p>In an async block {@code close()}, called or implied by try-with-resources, is a suspension
 * point. On a plain thread it blocks; on a worker outside any block it throws {@link
 * IllegalStateException}, since it would stall that worker.
 */
public interface AsyncCloseable extends AutoCloseable {

  /**
   * Closes the resource. Closing twice does nothing.
   *
   * <p><em>Cancellation:</em> the resource is released all the same; what was still buffered may be
   * lost.
   *
   * @return completes when everything is released
   */
  @CancelSafe(loses = "what is still buffered", instead = "flush first")
  Future<Void> closeAsync();

  /**
   * Closes the resource and waits for it: {@code await(closeAsync())}.
   *
   * @throws IOException if closing failed; the resource is released nevertheless
   */
  @Override
  default void close() throws IOException {
    Gate.get().awaitClose(this);
  }
}
