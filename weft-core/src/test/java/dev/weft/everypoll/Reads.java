package dev.weft.everypoll;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.stream.AsyncStream;
import java.util.concurrent.TimeoutException;

/** Reads a stream to its end and closes it; cancels one read in the midst. */
final class Reads implements Future<Void> {

  private final Run run;
  private final AsyncStream<?> stream;
  private final Cut cut;
  private Future<?> next;
  private Future<Void> close;
  private int polls;
  private boolean cancelled;
  private boolean closing;
  boolean wasCut;

  Reads(Run run, AsyncStream<?> stream, Cut cut) {
    this.run = run;
    this.stream = stream;
    this.cut = cut;
  }

  @Override
  public Poll<Void> poll(Context cx) throws Exception {
    while (!closing) {
      if (next == null) {
        next = stream.next();
        cancelled = false;
      }
      Object item;
      try {
        if (!(next.poll(cx) instanceof Poll.Ready<?>(Object value))) {
          if (polls++ != cut.at()) {
            return Poll.pending();
          }
          wasCut = true;
          cancelled = true;
          run.log("next cancelled");
          if (!next.cancel()) {
            continue;
          }
          next = null;
          closing = cut.kind() == Cut.Kind.NEXT_THEN_CLOSE;
          continue;
        }
        item = value;
      } catch (Cancellation cancellation) {
        run.require(cancelled, "a read threw a Cancellation, though nobody cancelled it");
        next = null;
        closing = cut.kind() == Cut.Kind.NEXT_THEN_CLOSE;
        continue;
      } catch (Injected | TimeoutException failure) {
        run.log(failure.getMessage());
        item = null;
      }
      next = null;
      run.take(item);
      closing = item == null || cancelled && cut.kind() == Cut.Kind.NEXT_THEN_CLOSE;
    }
    if (close == null) {
      run.log("close");
      close = stream.closeAsync();
    }
    return close.poll(cx);
  }
}
