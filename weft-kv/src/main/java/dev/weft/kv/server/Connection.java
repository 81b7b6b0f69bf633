package dev.weft.kv.server;

import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codec.FrameException;
import dev.weft.codec.FrameTooLargeException;
import dev.weft.codec.Framed;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.kv.command.Overlap;
import dev.weft.kv.command.Reply;
import dev.weft.kv.internal.Composite;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.server.ClosingLog.Kind;
import dev.weft.spi.Clock;
import dev.weft.spi.TaskContext;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One stream of requests, served until its end and closed: requests are taken and answered in
 * order. What goes wrong with it ends it only; the future doesn't fail.
 *
 * <p><em>Cancellation:</em> the request in flight is cancelled and the stream closed.
 *
 * <p><em>Threads:</em> all of it belongs to the task that polls it.
 */
final class Connection extends Composite<Void> {

  /*
   * Idea: one object and no block in a connection, since there are thousands of them; and none of its
   * own in a request that is answered at once. While it is at rest it holds no buffer, one timer and one
   * place with the stop signal.
   *
   *   READING ──a request──> EXECUTING ──its response──> ANSWERING ──into the buffer──> READING
   *      │                       └─────many responses──> STREAMING ──the last one──┐
   *      └──the client's end, or the server stops and no request is at hand──> ENDING <┘
   *   EXECUTING the request in front is waited for; those behind it are read and begun, too, if they may
   *             be (see Execution), and become the one in front in their turn
   *   ENDING    what waits is written, and our side ended
   *   LINGERING what the client still sends is dropped, until its end or for a moment: a close with
   *             unread bytes would make the system drop answers that are on their way
   *   CLOSING   the stream is closed ──> the end
   *
   * A bad frame goes to ENDING: what came before it is answered. Any other failure, a client that takes
   * too long and a cancellation go to CLOSING, after the request in flight was released (RELEASING).
   *
   * Waiting: every state but EXECUTING, and STREAMING while there is nothing to send, waits for the client
   * and has a limit; `timer` measures from the first poll that can do no more.
   *
   * Where requests come from is Intake's matter, those that are carried out are in Execution.
   */

  private enum State {
    READING,
    EXECUTING,
    ANSWERING,
    STREAMING,
    ENDING,
    LINGERING,
    RELEASING,
    CLOSING,
    CLOSED
  }

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final RequestServer server;
  private final Object peer;
  private final Framed<CommandRequest, CommandResponse> frames;
  private final AsyncRead in;
  private final AsyncCloseable stream;
  private final Intake intake;
  private final Execution execution = new Execution();
  private final WaitTimer timer = new WaitTimer();

  private State state = State.READING;
  private boolean cancelled;
  private boolean failed;
  private @Nullable Waker waker;
  private @Nullable RawFuture<Void> stopWatch;
  private Overlap overlap = Overlap.NONE; // what may be begun beside the request in front
  private @Nullable CommandResponse answer; // while ANSWERING
  private @Nullable Subscriber subscriber; // while STREAMING
  private @Nullable Tracker tracker; // if somebody looks
  private @Nullable Linger linger;
  private @Nullable RawFuture<Void> closing;
  private @Nullable Error fatal;

  private Connection(
      RequestServer server,
      Object peer,
      Framed<CommandRequest, CommandResponse> frames,
      AsyncRead in,
      AsyncCloseable stream) {
    this.server = server;
    this.peer = peer;
    this.frames = frames;
    this.in = in;
    this.stream = stream;
    intake = new Intake(server.stop(), peer, frames);
  }

  /** A connection over a stream, which it closes. */
  static <S extends AsyncRead & AsyncWrite & AsyncCloseable> Connection over(
      S stream, Object peer, RequestServer server) {
    Framed<CommandRequest, CommandResponse> frames =
        Framed.of(stream, server.codec(), server.buffers());
    return new Connection(server, peer, frames, stream, stream);
  }

  @Override
  protected @Nullable Object advance(Context cx) {
    waker = cx.waker();
    while (state != State.CLOSED) {
      try {
        if (cancelled && !failed) {
          fail(new Cancellation("The connection with " + peer + " was cancelled."));
        }
        if (stopWatch == null) {
          stopWatch = server.stop().watch(cx);
        }
        if (!step(cx) && (failed || !cancelled)) {
          long limit = limit();
          if (limit == 0 || !timer.isOver(limit, cx)) {
            return PENDING;
          }
          late();
        }
      } catch (FrameException bad) {
        refuse(bad, cx);
      } catch (IOException broken) {
        LOG.log(Level.DEBUG, () -> peer + " is gone: " + broken);
        fail(broken);
      } catch (Exception failure) {
        Clock clock = TaskContext.services(cx).clock();
        server
            .closings()
            .write(Kind.FAILURE, clock, () -> peer + " was closed by a failure", failure);
        fail(failure);
      } catch (Error error) {
        fatal = error;
        fail(error);
      }
    }
    if (fatal != null) {
      throw fatal;
    }
    if (cancelled) {
      throw new Cancellation("The connection with " + peer + " was cancelled.");
    }
    return null;
  }

  /** Goes on with the present state; false if that has to wait. */
  private boolean step(Context cx) throws Exception {
    return switch (state) {
      case READING -> read(cx);
      case EXECUTING -> execute(cx);
      case ANSWERING -> answer(cx);
      case STREAMING -> stream(cx);
      case ENDING -> end(cx);
      case LINGERING -> linger(cx);
      case RELEASING -> release(cx);
      case CLOSING -> close(cx);
      case CLOSED -> true;
    };
  }

  /** How long the present state may wait, in nanoseconds; 0 for as long as it takes. */
  private long limit() {
    return switch (state) {
      case EXECUTING, RELEASING, CLOSED -> 0;
      case STREAMING -> subscriber != null && subscriber.isSending() ? server.idleNanos() : 0;
      case LINGERING -> Math.min(Linger.NANOS, server.idleNanos());
      case READING ->
          intake.isSettling()
              ? Math.min(Intake.SETTLE_NANOS, server.idleNanos())
              : server.idleNanos();
      case ANSWERING, ENDING, CLOSING -> server.idleNanos();
    };
  }

  private boolean go(State next) {
    state = next;
    timer.end();
    return true;
  }

  private boolean read(Context cx) throws Exception {
    Object result = execution.advance(tracker);
    if (result != null) {
      return result == PENDING ? go(State.EXECUTING) : answerWith((CommandResponse) result);
    }
    overlap = Overlap.NONE;
    boolean wasSettling = intake.isSettling();
    Object request = intake.next(cx);
    if (request == PENDING) {
      if (intake.isSettling() != wasSettling) {
        timer.end(); // the wait has a new limit
      }
      // Not waited for: a client that takes no answers is stopped by the bounded buffer.
      if (flush(cx)) {
        frames.trim();
        execution.trim();
      }
      return false;
    }
    return request == null ? go(State.ENDING) : begin((CommandRequest) request, cx);
  }

  private boolean begin(CommandRequest request, Context cx) {
    Tracker.Seen seen = seen(request, cx);
    if (tracker != null) {
      tracker.turn(seen);
    }
    if (seen != null && seen.isRefused()) {
      return answerWith(Refusals.hookFailed());
    }
    switch (server.service().execute(request)) {
      case Reply.One(var one) -> {
        execution.begin(RawFuture.own(one));
        overlap = server.service().overlap(request);
        return go(State.EXECUTING);
      }
      case Reply.Many many -> {
        subscriber = new Subscriber(many, frames, tracker);
        return go(State.STREAMING);
      }
    }
  }

  private Tracker.@Nullable Seen seen(CommandRequest request, Context cx) {
    if (tracker == null && server.isObserved()) {
      tracker = new Tracker(server, peer);
    }
    return tracker == null ? null : tracker.received(request, cx);
  }

  private boolean execute(Context cx) throws Exception {
    Object result = execution.poll(cx);
    if (result != PENDING) {
      return answerWith((CommandResponse) result);
    }
    readAhead(cx);
    try {
      flush(cx); // one that takes long doesn't hold the answers before it back
    } catch (IOException gone) {
      // The request is carried out to its end all the same; the write of its answer fails again.
      LOG.log(Level.TRACE, () -> peer + " takes no answers: " + gone);
    }
    return false;
  }

  /** Begins what may be carried out beside the request in front. */
  private void readAhead(Context cx) throws Exception {
    while (overlap != Overlap.NONE && execution.hasRoom()) {
      CommandRequest request = intake.ahead(cx);
      if (request == null) {
        return;
      }
      if (server.service().overlap(request) == overlap) {
        beginBehind(request, cx);
      } else {
        intake.hold(request);
        overlap = Overlap.NONE;
      }
    }
  }

  private void beginBehind(CommandRequest request, Context cx) throws Exception {
    Tracker.Seen seen = seen(request, cx);
    if (seen != null && seen.isRefused()) {
      execution.answeredBehind(Refusals.hookFailed(), seen);
    } else if (server.service().execute(request) instanceof Reply.One(var one)) {
      execution.beginBehind(RawFuture.own(one), seen, request.getSerializedSize(), cx);
    } else {
      throw new IllegalStateException(
          "The service answers %s with a stream, though that may overlap with others."
              .formatted(request.getRequestDataCase()));
    }
  }

  private boolean answerWith(CommandResponse result) {
    answer = tracker == null ? result : tracker.executed(result);
    return go(State.ANSWERING);
  }

  private boolean flush(Context cx) throws IOException {
    boolean flushed = frames.pollFlush(cx);
    if (tracker != null) {
      tracker.written(frames);
    }
    return flushed;
  }

  @SuppressWarnings("NullAway") // there is an answer in this state
  private boolean answer(Context cx) throws IOException {
    if (!frames.pollReady(cx)) {
      return false;
    }
    int waiting = frames.writer().waitingBytes();
    try {
      frames.startSend(answer);
    } catch (FrameTooLargeException tooLarge) {
      CommandResponse refusal = Refusals.tooLarge(tooLarge);
      if (refusal.equals(answer)) {
        throw tooLarge;
      }
      answer = refusal;
      return true;
    }
    if (tracker != null) {
      tracker.encoded(answer, waiting, frames, cx);
      tracker.complete();
    }
    answer = null;
    go(State.READING);
    if (PollContext.mayGoOn(cx)) {
      return true;
    }
    flush(cx); // a client that never pauses gets its answers in time all the same
    return false;
  }

  @SuppressWarnings("NullAway") // there is a subscriber in this state
  private boolean stream(Context cx) throws Exception {
    if (subscriber.poll(server.stop().isStopped(), cx)) {
      if (subscriber.hasEnded()) {
        intake.end();
      }
      subscriber.release();
      subscriber = null;
      if (tracker != null) {
        tracker.complete();
      }
      return go(State.ENDING);
    }
    if (!subscriber.isSending()) {
      timer.end();
    }
    return false;
  }

  private boolean end(Context cx) throws IOException {
    boolean closed = frames.pollClose(cx);
    if (tracker != null) {
      tracker.written(frames);
    }
    if (!closed) {
      return false;
    }
    frames.trim();
    return go(intake.hasEnded() ? State.CLOSING : State.LINGERING);
  }

  private boolean linger(Context cx) throws IOException {
    if (linger == null) {
      linger = new Linger(in);
    }
    return linger.poll(cx) && go(State.CLOSING);
  }

  /** Waits for what was cancelled and needs time for it. */
  private boolean release(Context cx) {
    return execution.isReleased(peer, cx) && go(State.CLOSING);
  }

  private boolean close(Context cx) throws Exception {
    if (closing == null) {
      timer.end();
      if (stopWatch != null) {
        stopWatch.cancel();
      }
      closing = RawFuture.own(stream.closeAsync());
    }
    if (closing.pollRaw(cx) == PENDING) {
      return false;
    }
    timer.cancel();
    return go(State.CLOSED);
  }

  /** Closes at once; what waits to be written is lost. */
  private void fail(Throwable cause) {
    failed = true;
    if (tracker != null) {
      tracker.end(cause);
    }
    if (state == State.CLOSING) {
      timer.cancel();
      go(State.CLOSED);
      return;
    }
    if (subscriber != null) {
      subscriber.cancel();
      subscriber = null;
    }
    answer = null;
    execution.abandon(cause);
    go(State.RELEASING);
  }

  private void refuse(FrameException bad, Context cx) {
    Kind kind = bad instanceof FrameTooLargeException ? Kind.TOO_LARGE : Kind.MALFORMED;
    Clock clock = TaskContext.services(cx).clock();
    server.closings().write(kind, clock, () -> peer + " was closed: " + bad.getMessage());
    if (subscriber != null) {
      subscriber.cancel();
      subscriber = null;
      if (tracker != null) {
        tracker.cutShort(bad);
      }
    }
    if (state.compareTo(State.ENDING) < 0) {
      go(State.ENDING);
    } else {
      fail(bad);
    }
  }

  private void late() {
    switch (state) {
      case LINGERING -> go(State.CLOSING);
      case CLOSING -> {
        if (closing == null || closing.cancel()) {
          timer.cancel();
          go(State.CLOSED);
        }
      }
      default -> {
        if (intake.isSettling() && state == State.READING) {
          go(State.ENDING);
          return;
        }
        String reason = peer + " was closed: idle for " + Duration.ofNanos(server.idleNanos());
        LOG.log(Level.DEBUG, reason);
        fail(new TimeoutException(reason));
      }
    }
  }

  @Override
  protected boolean stop() {
    if (state == State.CLOSED) {
      return true;
    }
    // This may be in the middle of a poll, so the states are left to the polls.
    cancelled = true;
    execution.cancel();
    if (waker != null) {
      waker.wake();
    }
    return false;
  }

  /** What the buffers hold. */
  int bufferBytes() {
    return frames.bufferBytes();
  }

  @Override
  public String toString() {
    return "Connection[" + peer + ", " + state + "]";
  }
}
