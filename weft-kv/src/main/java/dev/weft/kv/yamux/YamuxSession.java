package dev.weft.kv.yamux;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Many streams over one connection, by the yamux protocol. Either side opens streams.
 *
 * {@snippet class="dev.weft.kv.snippets.YamuxSnippets" region="server"}
 *
 * <p>Nothing moves unless {@link #run} does. Streams take turns at the connection, 16 KiB at a
 * time. What a peer may send on a stream before the application has read it is bounded by the
 * stream's window, so one that isn't read stops nobody else; {@link YamuxOptions} has the limits. A
 * peer that breaks the protocol is told by a go-away with code 1, and the session ends. What it
 * sends for streams that have ended is ignored, and its pings are answered.
 *
 * <p><em>Threads:</em> any task may use the session and its streams, one at a time {@link #accept}.
 */
public final class YamuxSession implements AsyncCloseable {

  private final SessionState state;
  private final Runner runner;

  private <T extends AsyncRead & AsyncWrite & AsyncCloseable> YamuxSession(
      T connection, YamuxOptions options, boolean client) {
    Objects.requireNonNull(connection, "connection");
    Objects.requireNonNull(options, "options");
    state = new SessionState(client, options);
    runner =
        new Runner(
            state.runner,
            connection,
            new Outbox(state.runner, connection),
            new Inbox(state, connection, options));
  }

  /**
   * The side that was connected to.
   *
   * @param connection what carries the session, which owns it from now on
   * @param options limits
   * @param <T> type of the connection
   * @return a session that doesn't run yet
   */
  public static <T extends AsyncRead & AsyncWrite & AsyncCloseable> YamuxSession server(
      T connection, YamuxOptions options) {
    return new YamuxSession(connection, options, false);
  }

  /**
   * The side that has connected.
   *
   * @param connection what carries the session, which owns it from now on
   * @param options limits
   * @param <T> type of the connection
   * @return a session that doesn't run yet
   */
  public static <T extends AsyncRead & AsyncWrite & AsyncCloseable> YamuxSession client(
      T connection, YamuxOptions options) {
    return new YamuxSession(connection, options, true);
  }

  /**
   * Runs the session until its end, then closes the connection; to be run once, in a task of its
   * own. It completes when the peer ended the connection between two frames, or after {@link
   * #close}, or after {@link #drain} or the peer's go-away when the last stream has ended. Streams
   * that were open then fail.
   *
   * <p><em>Cancellation:</em> closes the connection and fails all streams; what they had written
   * and was not yet sent is lost.
   *
   * @return fails with {@link YamuxException} if the peer broke the protocol or said that this side
   *     did, with another {@link java.io.IOException} if the connection broke
   */
  public Future<Void> run() {
    return new RunFuture(state.runner, runner);
  }

  /**
   * Takes the next stream that the peer has opened. One task at a time.
   *
   * <p><em>Cancellation:</em> safe; no stream is lost.
   *
   * @return the stream, or {@code null} when the session has ended or takes no more streams; fails
   *     with {@link YamuxException} if the session has failed
   */
  public Future<@Nullable YamuxStream> accept() {
    return new AcceptFuture(state);
  }

  /**
   * Opens a stream. It doesn't wait for the peer, whose refusal shows as a reset of the stream.
   *
   * <p><em>Cancellation:</em> before it completes, nothing was opened.
   *
   * @return the stream; fails with {@link YamuxException} if the session has ended, either side
   *     takes no new streams, or this side has as many as its options allow
   */
  public Future<YamuxStream> open() {
    return new OpenFuture(state);
  }

  /**
   * Asks the peer for a sign of life.
   *
   * <p><em>Cancellation:</em> the answer will be ignored.
   *
   * @return completes when the answer is there; fails when the session ends before
   */
  public Future<Void> ping() {
    return new PingFuture(state);
  }

  /**
   * How many streams exist, whoever opened them.
   *
   * @return a snapshot
   */
  public int streams() {
    return state.liveStreams();
  }

  /**
   * Tells the peer to open no more streams, and ends the session with the last of those that exist.
   * Streams that the peer has opened and nobody has accepted can still be accepted. Returns at
   * once.
   */
  public void drain() {
    state.drain();
  }

  /**
   * Ends the session now: tells the peer, fails all streams and closes the connection. To have what
   * streams wrote arrive for certain, {@link #drain} it instead and wait for {@link #run}.
   *
   * <p><em>Cancellation:</em> closes the connection without waiting for what is still to be
   * written.
   *
   * @return completes when the connection is closed
   */
  @Override
  public Future<Void> closeAsync() {
    return new Close(state, runner);
  }

  @Override
  public String toString() {
    return "YamuxSession[" + state.liveStreams() + " streams]";
  }

  SessionState state() {
    return state;
  }

  /** Waits for the runner, and runs it itself if nobody does. */
  private static final class Close extends LeafFuture<Void> {

    private final SessionState state;
    private final Runner runner;
    private boolean runs;
    private boolean asked;

    Close(SessionState state, Runner runner) {
      this.state = state;
      this.runner = runner;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) throws Exception {
      boolean finished = state.requestClose(cx.waker());
      if (!asked) {
        asked = true;
        runs = !finished && state.runner.start();
      }
      if (runs) {
        return runner.poll(cx) ? null : PENDING;
      }
      return finished ? null : PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      state.hurryClose();
      return !runs;
    }
  }
}
