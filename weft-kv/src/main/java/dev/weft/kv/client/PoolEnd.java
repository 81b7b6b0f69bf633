package dev.weft.kv.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How far a pool is on its way to its end: open -> refusing (shutdown: no new calls) -> ended (no
 * calls, no new connections). Guarded by the pool's monitor.
 */
final class PoolEnd {

  private boolean refusing;
  private @Nullable IOException cause;

  void refuse() {
    refusing = true;
  }

  boolean isRefusing() {
    return refusing;
  }

  /** Ends it; false if it has ended before. */
  boolean end(IOException why) {
    if (cause != null) {
      return false;
    }
    cause = why;
    return true;
  }

  boolean isEnded() {
    return cause != null;
  }

  /** Why calls fail: the pool's end, if there was one, else what is given. */
  @Nullable Throwable causeOr(@Nullable Throwable why) {
    return cause == null ? why : cause;
  }

  void requireOpen() throws IOException {
    requireNotEnded();
    if (refusing) {
      throw new IOException("The client is being shut down; it takes no more requests.");
    }
  }

  /** Each caller gets an exception of its own. */
  void requireNotEnded() throws IOException {
    if (cause != null) {
      throw new IOException(cause.getMessage(), cause.getCause());
    }
  }
}
