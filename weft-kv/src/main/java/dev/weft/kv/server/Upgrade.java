package dev.weft.kv.server;

import static dev.weft.Async.timeout;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.internal.Composite;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step of a {@link Transport} that has to talk to the client first, such as a handshake, and what
 * is served over its result.
 *
 * @param <S> what the step gives
 */
final class Upgrade<S> extends Composite<Void> {

  /*
   * State: the step, then what is served over its result; nothing of the first is kept meanwhile. If the
   * step fails, takes too long, or is cancelled, or the server stops, what is below is closed here: its
   * owner to be never came into being.
   */

  private final AsyncCloseable below;
  private final Function<? super S, ? extends Future<Void>> next;
  private final StopSignal stop;
  private @Nullable RawFuture<S> step;
  private @Nullable RawFuture<Void> served;
  private @Nullable RawFuture<Void> stopWatch;
  private @Nullable RawFuture<Void> closing;
  private @Nullable Exception failure;

  /**
   * Creates the future.
   *
   * @param below closed if the step gives nothing
   * @param step the handshake
   * @param limit how long that may take
   * @param stop gives the step up
   * @param next serves and closes what the step gave
   */
  Upgrade(
      AsyncCloseable below,
      Future<S> step,
      Duration limit,
      StopSignal stop,
      Function<? super S, ? extends Future<Void>> next) {
    this.below = below;
    this.next = next;
    this.stop = stop;
    this.step = RawFuture.own(timeout(limit, step));
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // a raw future of S gives PENDING or an S
  protected @Nullable Object advance(Context cx) throws Exception {
    RawFuture<S> first = step;
    if (first != null && failure == null) {
      try {
        if (stopWatch == null) {
          stopWatch = stop.watch(cx);
        }
        Object result = first.pollRaw(cx);
        if (result != PENDING) {
          stopWatch.cancel();
          stopWatch = null;
          served = RawFuture.own(next.apply((S) result));
          step = null;
        } else if (stop.isStopped() && first.cancel()) {
          failure = new IOException("The server stopped during the handshake.");
        } else {
          return PENDING;
        }
      } catch (Exception broken) {
        failure = broken;
      }
    }
    RawFuture<Void> second = served;
    if (second != null) {
      return second.pollRaw(cx);
    }
    if (closing == null) {
      closing = RawFuture.own(below.closeAsync());
    }
    if (closing.pollRaw(cx) == PENDING) {
      return PENDING;
    }
    throw failure;
  }

  @Override
  protected boolean stop() {
    RawFuture<Void> second = served;
    if (second != null) {
      return second.cancel();
    }
    RawFuture<S> first = step;
    if (first != null && failure == null && first.cancel()) {
      failure = new IOException("The handshake was cancelled.");
    }
    return false; // What is below is closed by a poll.
  }
}
