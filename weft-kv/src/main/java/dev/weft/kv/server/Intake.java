package dev.weft.kv.server;

import dev.weft.Context;
import dev.weft.codec.FrameException;
import dev.weft.codec.Framed;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.spi.TaskContext;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Where a connection's requests come from, and when there are no more of them. */
final class Intake {

  /*
   * Idea: requests are read in turn (`next`), or while others are carried out (`ahead`). What ends the
   * reading ahead, a request that has to wait, a bad frame or the client's end, is kept and comes next in
   * turn.
   *
   * After the stop requests that are at hand are still taken, and so are those already on their way: a
   * read that finds nothing says only what the driver has told so far, so the first one opens a window
   * (SETTLE_NANOS) in which more may come. `readsAfterStop` bounds how many are taken from a client that
   * never pauses, and of what has arrived by then all.
   *
   * Ownership: the connection's task.
   */

  static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");
  private static final int MAX_READS_AFTER_STOP = 256;

  private final StopSignal stop;
  private final Object peer;
  private final Framed<CommandRequest, CommandResponse> frames;
  private @Nullable CommandRequest held;
  private @Nullable FrameException fault;
  private boolean ended;
  private int readsAfterStop;
  private boolean settling;
  private long settleDeadlineNanos; // while settling

  Intake(StopSignal stop, Object peer, Framed<CommandRequest, CommandResponse> frames) {
    this.stop = stop;
    this.peer = peer;
    this.frames = frames;
  }

  /**
   * The next request in turn, PENDING, or {@code null} if no more are taken: after the client's
   * end, or after the stop when none is at hand.
   *
   * @throws FrameException for bytes that are no request
   */
  @Nullable Object next(Context cx) throws IOException {
    if (held != null) {
      CommandRequest next = held;
      held = null;
      return next;
    }
    if (fault != null) {
      FrameException next = fault;
      fault = null;
      throw next;
    }
    if (ended) {
      return null;
    }
    return stop.isStopped() ? nextAfterStop(cx) : read(cx);
  }

  private @Nullable Object nextAfterStop(Context cx) throws IOException {
    if (readsAfterStop == MAX_READS_AFTER_STOP) {
      return frames.reader().takeArrived();
    }
    Object request = read(cx);
    if (request == RawFuture.PENDING) {
      return hasSettled(cx) ? null : request;
    }
    readsAfterStop++;
    return request;
  }

  private @Nullable Object read(Context cx) throws IOException {
    Object request = frames.pollNext(cx);
    ended = request == null;
    return request;
  }

  private boolean hasSettled(Context cx) {
    long now = TaskContext.services(cx).clock().nanoTime();
    if (!settling) {
      settling = true;
      settleDeadlineNanos = now + SETTLE_NANOS;
    }
    return now - settleDeadlineNanos >= 0;
  }

  /** A request that has come while others are carried out, or {@code null}. */
  @Nullable CommandRequest ahead(Context cx) {
    if (held != null || fault != null || ended || stop.isStopped()) {
      return null;
    }
    try {
      Object request = read(cx);
      return request == RawFuture.PENDING ? null : (CommandRequest) request;
    } catch (FrameException bad) {
      fault = bad;
    } catch (IOException gone) {
      // What was begun is carried out to its end all the same. The next read finds the end, and the
      // write of an answer fails if the client is gone.
      LOG.log(Level.TRACE, () -> peer + " sends no more: " + gone);
    }
    return null;
  }

  /** Puts a request back that may not be begun before its turn. */
  void hold(CommandRequest request) {
    held = request;
  }

  /** Whether what is waited for is only what was sent before the stop. */
  boolean isSettling() {
    return settling;
  }

  /** Whether the client has ended its side. */
  boolean hasEnded() {
    return ended;
  }

  /** The client has ended its side; somebody else has seen it. */
  void end() {
    ended = true;
  }
}
