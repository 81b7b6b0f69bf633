package dev.weft.kv.yamux;

import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Drives a session from its start until its connection is closed. */
final class Runner {

  /*
   * State:
   *
   *   RUNNING ──end of the peer, drained, close()──> LAST_WORDS ──all written──> CLOSING ──> done
   *      └──protocol error, broken connection─────────┘
   *
   * A failed session writes its go-away as far as the connection takes it at once, for a peer that breaks
   * the rules must not be able to hold it; one that ends well waits for its last bytes to go, and who
   * waits for the end sets the limit. The same goes for closing the connection.
   *
   * Ownership: all of it belongs to the task that polls. What others want of the session (a close, an end
   * after the last stream) stands in SessionEnd, and they wake this task.
   *
   * Turns: each round writes at most one buffer and reads at most one, so neither direction starves the
   * other, and after ROUNDS the worker gets its turn back, beside the task's own budget.
   */

  private enum Phase {
    RUNNING,
    LAST_WORDS,
    CLOSING
  }

  private static final int ROUNDS = 16;

  private final RunnerSide session;
  private final AsyncCloseable connection;
  private final Outbox outbox;
  private final Inbox inbox;
  private Phase phase = Phase.RUNNING;
  private @Nullable Throwable failure;
  private @Nullable RawFuture<Void> closing;
  private boolean cancelled;

  Runner(RunnerSide session, AsyncCloseable connection, Outbox outbox, Inbox inbox) {
    this.session = session;
    this.connection = connection;
    this.outbox = outbox;
    this.inbox = inbox;
  }

  /** Goes on; true when the connection is closed. */
  boolean poll(Context cx) throws Exception {
    session.runBy(cx.waker());
    if (phase == Phase.RUNNING && !cancelled) {
      try {
        if (!runs(cx)) {
          return false;
        }
        endWell();
      } catch (Exception broken) {
        fail(broken);
      }
    }
    if (phase == Phase.LAST_WORDS && !cancelled && !lastWords(cx)) {
      return false;
    }
    phase = Phase.CLOSING;
    return close(cx);
  }

  /** Moves frames; true when the session has come to its end. */
  private boolean runs(Context cx) throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      if (session.isClosing()) {
        return true;
      }
      boolean moved;
      boolean flushed;
      try {
        moved = outbox.poll(cx);
        flushed = outbox.flush(cx);
      } catch (IOException broken) {
        if (!hasEnded(cx)) {
          throw broken;
        }
        return true;
      }
      if (session.mayRead()) {
        int count = inbox.poll(cx);
        if (count == AsyncRead.EOF) {
          session.finish(new IOException("The connection has ended."), false);
          return true;
        }
        moved |= count != AsyncRead.PENDING;
      }
      if (outbox.isEmpty() && flushed && session.isDrained()) {
        return true;
      }
      if (!moved) {
        if (!outbox.isEmpty() || session.sleep()) {
          return false;
        }
      } else if (!PollContext.mayGoOn(cx)) {
        return false;
      }
    }
    cx.waker().wake();
    return false;
  }

  /**
   * Whether the peer has ended the connection in the orderly way. It may do so while this side
   * still has something to say, a wider window for instance, and then the write fails before the
   * end was read.
   */
  private boolean hasEnded(Context cx) throws IOException {
    int count = inbox.poll(cx);
    while (count != AsyncRead.EOF && count != AsyncRead.PENDING) {
      count = inbox.poll(cx);
    }
    if (count == AsyncRead.EOF) {
      session.finish(new IOException("The connection has ended."), false);
    }
    return count == AsyncRead.EOF;
  }

  private void endWell() {
    if (!session.isDrained()) {
      outbox.collect(); // ends and resets of streams that were closed just before
      outbox.goAway(Wire.NORMAL);
    }
    session.finish(null, false);
    phase = Phase.LAST_WORDS;
  }

  private void fail(Exception broken) {
    failure = broken;
    if (broken instanceof YamuxException) {
      if (!inbox.isEndedByPeer()) {
        outbox.goAway(Wire.PROTOCOL_ERROR);
      }
      phase = Phase.LAST_WORDS;
    } else {
      phase = Phase.CLOSING;
    }
    session.finish(broken, true);
  }

  /** Writes what is left; true when that is done or given up. */
  private boolean lastWords(Context cx) {
    try {
      while (outbox.write(cx)) {
        // goes on until all is written or the connection takes nothing
      }
      if (outbox.isEmpty() && outbox.flush(cx)) {
        return true;
      }
      return failure != null || session.isHurried();
    } catch (IOException broken) {
      return true; // The connection is gone, and so is whoever might have listened.
    }
  }

  private boolean close(Context cx) throws Exception {
    if (closing == null) {
      closing = RawFuture.own(connection.closeAsync());
    }
    try {
      if (closing.pollRaw(cx) == RawFuture.PENDING) {
        boolean waits = failure == null && !cancelled && !session.isHurried();
        if (waits || !closing.cancel()) {
          return false;
        }
      }
    } catch (Exception broken) {
      if (failure != null) {
        if (failure != broken) { // what is broken may throw one object each time
          failure.addSuppressed(broken);
        }
      } else if (!cancelled) {
        failure = broken;
      }
    }
    session.finished();
    if (failure instanceof Exception known) {
      throw known;
    }
    if (cancelled) {
      throw new Cancellation("The session was cancelled.");
    }
    return true;
  }

  /** Ends everything; the connection is closed by the polls that follow, which wait for nobody. */
  void cancel() {
    cancelled = true;
    session.finish(new IOException("It was cancelled."), true);
  }
}
