package dev.weft.internal.cleanup;

import dev.weft.AsyncCloseable;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/** The default rule for a value that nobody can receive: it is closed if it can be. */
public final class Unwanted {

  /*
   * An AsyncCloseable is an AutoCloseable too, whose close() waits: on a worker that is refused, elsewhere
   * it holds the thread up. So whoever has such a value awaits what this returns, and never calls close().
   */

  private Unwanted() {}

  /**
   * Closes a value, or begins to.
   *
   * @param value what nobody takes
   * @return the close to be awaited, null if there is nothing more to do
   * @throws Exception what the close has failed with
   */
  public static @Nullable RawFuture<?> close(@Nullable Object value) throws Exception {
    if (value instanceof AsyncCloseable resource) {
      return RawFuture.own(resource.closeAsync());
    }
    if (value instanceof AutoCloseable resource) {
      resource.close();
    }
    return null;
  }
}
