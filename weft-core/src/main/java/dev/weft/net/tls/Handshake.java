package dev.weft.net.tls;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.io.AsyncRead;
import dev.weft.sync.AsyncSemaphore;
import dev.weft.time.Sleep;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** One handshake, of a client or a server; it owns the transport until it hands over the stream. */
final class Handshake extends LeafFuture<TlsStream> {

  /*
   * State, each step at most once and in this order:
   *
   *   waiting      `permit` is acquired, if handshakes are limited; there is no engine yet, so those in
   *                line hold nothing but their transport
   *   agreeing     `engine` says what to do next: send, receive, or run tasks on the blocking pool
   *   handed over  the stream is the result
   *
   *   failing      `outcome` is set: the alert is sent as far as the peer takes it, if `alerting`
   *   closing      the transport is closed; then the outcome is thrown
   *
   * A cancel leads to `closing` at once, hence answers false: closing needs a context, which only a poll
   * has. Delegated tasks may then still run on the pool. They hold the engine's lock, so nothing here
   * touches the engine any more; `output` is only sent, never asked, after a failure outside of the engine.
   *
   * One owner does all this, so no lock is needed. `timer` runs from the first poll to the end of the
   * alert.
   */

  /** Ends a peer, or an engine, that never comes to an end in tiny steps. */
  private static final int MOST_TURNS = 20_000;

  private final Endpoint endpoint;
  private final Transport transport;
  private final Supplier<SSLEngine> newEngine;
  private final String what;
  private final Sleep timer;
  private @Nullable RawFuture<AsyncSemaphore.Permit> line;
  private AsyncSemaphore.@Nullable Permit permit;
  private @Nullable Talk talk;
  private int turns;
  private boolean speaksTls;
  private @Nullable Throwable outcome;
  private boolean alerting;
  private @Nullable RawFuture<Void> closing;

  /** What exists from the moment on in which the handshake really begins. */
  private record Talk(SSLEngine engine, Output output, Input input, DelegatedTasks tasks) {

    /**
     * Whether the peer is done already. What a server of TLS 1.3 sends last are tickets for later
     * sessions; a client may well write before it reads them, so the server must read meanwhile.
     */
    boolean mayLeave() {
      return !engine.getUseClientMode()
          && engine.getSession().getProtocol().equals(TlsVersion.TLS_1_3.jdkName());
    }
  }

  Handshake(Endpoint endpoint, Transport transport, Supplier<SSLEngine> newEngine, String what) {
    this.endpoint = endpoint;
    this.transport = transport;
    this.newEngine = newEngine;
    this.what = what;
    this.timer = Sleep.after(endpoint.options().handshakeTimeout());
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    if (outcome == null) {
      try {
        TlsStream stream = advance(cx);
        if (stream != null) {
          letGo();
          return stream;
        }
        if (!isOverdue(cx)) {
          return PENDING;
        }
        fail(overdue(), false);
      } catch (SSLException refused) {
        var failure = new SSLHandshakeException(named(reason(refused)));
        failure.initCause(refused);
        fail(failure, true);
      } catch (EOFException ended) {
        fail(ended, false);
      } catch (IOException broken) {
        fail(new IOException(named(reason(broken)), broken), false);
      } catch (Exception | Error unexpected) {
        fail(unexpected, false);
      }
    }
    return end(cx, Objects.requireNonNull(outcome));
  }

  private @Nullable TlsStream advance(Context cx) throws Exception {
    Talk now = talk;
    if (now == null) {
      if (!mayBegin(cx)) {
        return null;
      }
      now = begin();
      talk = now;
    }
    while (true) {
      boolean goesOn = agree(now, cx);
      if (now.output.isFinished() && (now.mayLeave() || now.output.push(cx))) {
        if (now.output.notSent() == null) {
          return handOver(now);
        }
        goesOn = receive(now, cx); // why the peer doesn't want the last that this side sent
      }
      if (!goesOn) {
        return null;
      }
      if (++turns > MOST_TURNS) {
        throw new SSLException("the peer takes more than " + MOST_TURNS + " steps");
      }
    }
  }

  private TlsStream handOver(Talk now) {
    now.output.establish();
    now.input.answered();
    return new TlsStream(
        now.engine,
        new Traffic(now.engine, transport, now.input, now.output),
        endpoint.options().closeTimeout());
  }

  private boolean mayBegin(Context cx) throws Exception {
    AsyncSemaphore limit = endpoint.limit();
    if (limit == null || permit != null) {
      return true;
    }
    if (line == null) {
      line = RawFuture.own(limit.acquire());
    }
    Object got = line.pollRaw(cx);
    if (got == PENDING) {
      return false;
    }
    line = null;
    permit = (AsyncSemaphore.Permit) got;
    return true;
  }

  private Talk begin() throws SSLException {
    SSLEngine engine = newEngine.get();
    var output = new Output(engine, transport.target(), endpoint.pool());
    var input = new Input(engine, transport.source(), endpoint.pool(), output);
    engine.beginHandshake();
    return new Talk(engine, output, input, new DelegatedTasks(engine));
  }

  /** Does the next step; returns false if pending. */
  private boolean agree(Talk now, Context cx) throws Exception {
    if (now.tasks.isRunning()) {
      return now.tasks.poll(cx);
    }
    return switch (now.engine.getHandshakeStatus()) {
      case NEED_TASK -> now.tasks.poll(cx);
      case NEED_WRAP -> {
        now.output.ask();
        if (now.output.push(cx)) {
          yield true;
        }
        readAhead(now, cx);
        yield false;
      }
      case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
        now.output.push(cx); // what is left of it doesn't keep from receiving, see readAhead
        yield receive(now, cx);
      }
      case FINISHED, NOT_HANDSHAKING -> now.output.push(cx);
    };
  }

  /**
   * Takes what the peer has sent although it isn't its turn: both may be sending at the same time,
   * and over a transport that holds little they would wait for each other.
   */
  private static void readAhead(Talk now, Context cx) throws IOException {
    while (now.input.hasRoom() && now.input.fill(cx) > 0) {
      if (!PollContext.mayGoOn(cx)) {
        return;
      }
    }
  }

  private boolean receive(Talk now, Context cx) throws IOException {
    SSLEngineResult result = now.input.openHandshake();
    if (result.getStatus() == Status.CLOSED) {
      throw new EOFException(named("the peer ended the connection"));
    }
    if (result.getStatus() == Status.OK) {
      speaksTls |= result.bytesConsumed() > 0;
      return true;
    }
    IOException notSent = now.output.notSent();
    if (result.getStatus() == Status.BUFFER_OVERFLOW && notSent != null) {
      throw notSent; // the peer talks to its user already, so it refused nothing
    }
    int count = now.input.fill(cx);
    if (count == AsyncRead.PENDING) {
      return false; // also if nothing was sent: a driver may learn of the peer's last words later
    }
    if (count == AsyncRead.EOF) {
      if (notSent != null) {
        throw notSent; // and the peer has left no reason
      }
      throw new EOFException(named("the peer closed the connection"));
    }
    ByteBuffer received = now.input.peek();
    if (received != null && !speaksTls) {
      FirstBytes.check(received);
    }
    return PollContext.mayGoOn(cx);
  }

  private IOException overdue() {
    IOException late =
        new SocketTimeoutException(
            named("it isn't done after " + endpoint.options().handshakeTimeout()));
    IOException notSent = talk == null ? null : talk.output.notSent();
    return notSent == null ? late : new IOException(named(reason(notSent)), notSent);
  }

  private boolean isOverdue(Context cx) throws Exception {
    return timer.isElapsed() || timer.pollRaw(cx) != PENDING;
  }

  private void fail(Throwable failure, boolean alert) {
    outcome = failure;
    alerting = alert && talk != null;
    if (alerting) {
      Objects.requireNonNull(talk).output.ask();
    }
  }

  private Object end(Context cx, Throwable failure) throws Exception {
    if (alerting) {
      if (!sendAlert(Objects.requireNonNull(talk), cx) && !isOverdue(cx)) {
        return PENDING;
      }
      alerting = false;
    }
    if (closing == null) {
      letGo();
      if (talk != null) {
        talk.output.drop();
        talk.input.drop();
      }
      closing = RawFuture.own(transport.resource().closeAsync());
    }
    try {
      if (closing.pollRaw(cx) == PENDING) {
        return PENDING;
      }
    } catch (Exception alsoBroken) {
      Throwable _ =
          Trouble.add(failure, alsoBroken); // a broken transport may throw one object twice
    }
    throw Codegen.<RuntimeException>sneak(failure);
  }

  /** Returns false if pending. */
  private boolean sendAlert(Talk now, Context cx) {
    try {
      return now.output.push(cx) && transport.target().pollShutdown(cx);
    } catch (Exception | Error broken) { // also what no transport should throw: it is closed anyway
      return true; // The peer won't learn why; the caller does.
    }
  }

  private void letGo() {
    timer.cancel();
    if (permit != null) {
      permit.close();
    }
  }

  @Override
  protected boolean cancelLeaf() {
    if (closing == null) {
      if (line != null) {
        line.cancel();
      }
      if (talk != null) {
        talk.tasks.cancel();
        transport.source().cancelRead();
        transport.target().cancelWrite();
      }
      outcome = new Cancellation(this + " was cancelled.");
      alerting = false;
    }
    return false;
  }

  private String named(String why) {
    String dot = why.endsWith(".") ? "" : ".";
    return transport + ": TLS handshake failed: " + why + dot;
  }

  /** What a failure says, or what it is: those of channels that were closed have no text. */
  private static String reason(IOException failure) {
    String text = failure.getMessage();
    return text == null ? failure.getClass().getSimpleName() : text;
  }

  @Override
  public String toString() {
    return what + "(" + transport + ")";
  }
}
