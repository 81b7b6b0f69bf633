package dev.weft.stream;

import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.internal.cleanup.Trouble;
import org.jspecify.annotations.Nullable;

/** Base of futures that use a stream up. */
abstract class Terminal<R extends @Nullable Object> extends StreamFuture<R> {

  /*
   * A stream that runs futures of its own is closed before this future ends, however it ends, so that
   * nothing of it is left running. Any other is only left: it can be read on.
   *
   * State: `quit` is set once the outcome, `failure` or else `result`, is known.
   */

  private final AsyncStream<?> source;
  private final boolean owner;
  private @Nullable Quit quit;
  private @Nullable Object result;
  private @Nullable Throwable failure;

  Terminal(AsyncStream<?> source) {
    this.source = source;
    this.owner = Operator.runs(source);
  }

  /** Takes items: the result or PENDING. */
  abstract @Nullable Object consume(Context cx) throws Exception;

  @Override
  final @Nullable Object advance(Context cx) throws Exception {
    if (!owner) {
      return consume(cx);
    }
    if (quit == null) {
      try {
        result = consume(cx);
        if (result == PENDING) {
          return PENDING;
        }
      } catch (Throwable thrown) {
        failure = thrown;
      }
      quit = new Quit(source);
    }
    try {
      if (quit.poll(cx) == PENDING) {
        return PENDING;
      }
    } catch (Throwable inClose) {
      failure = Trouble.add(failure, inClose);
    }
    if (failure != null) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
    return result;
  }

  @Override
  boolean leave() {
    if (!owner) {
      return source.cancelNext();
    }
    if (quit == null) {
      quit = new Quit(source);
      failure = cancellation();
    }
    return false;
  }
}
