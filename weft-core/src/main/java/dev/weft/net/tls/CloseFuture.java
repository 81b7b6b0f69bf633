package dev.weft.net.tls;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.time.Sleep;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One close of a stream. */
final class CloseFuture extends LeafFuture<Void> {

  /*
   * State: first the last bytes are sent, until that is done, fails, takes longer than `limit`, or is
   * cancelled; then `release` closes the transport, whatever came before, also what no transport should
   * throw. A cancel therefore needs another poll. The timer is only set if there is something to wait for.
   */

  private final Traffic stream;
  private final Duration limit;
  private @Nullable Sleep timer;
  private @Nullable Throwable lost;
  private boolean hurried;
  private @Nullable RawFuture<Void> release;

  CloseFuture(Traffic stream, Duration limit) {
    this.stream = stream;
    this.limit = limit;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (release == null) {
      if (!hurried && !lastBytes(cx)) {
        return PENDING;
      }
      if (timer != null) {
        timer.cancel();
      }
      release = RawFuture.own(stream.release());
    }
    if (release.pollRaw(cx) == PENDING) {
      return PENDING;
    }
    if (lost != null) {
      throw Codegen.<RuntimeException>sneak(lost);
    }
    return null;
  }

  /** Whether sending has come to an end, good or bad. */
  private boolean lastBytes(Context cx) throws Exception {
    try {
      if (stream.pollLastBytes(cx)) {
        return true;
      }
    } catch (Exception | Error broken) {
      lost = broken;
      return true;
    }
    if (timer == null) {
      timer = Sleep.after(limit);
    }
    if (timer.pollRaw(cx) == PENDING) {
      return false;
    }
    if (stream.hasUnsent()) {
      lost =
          new SocketTimeoutException(
              stream
                  + ": the peer didn't take what was written last within "
                  + limit
                  + "; the connection was cut off.");
    }
    return true;
  }

  @Override
  protected boolean cancelLeaf() {
    hurried = true;
    return false;
  }

  @Override
  public String toString() {
    return stream + ".close()";
  }
}
