package dev.weft.kv.server;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.timeout;

import dev.weft.Future;
import dev.weft.Scope;
import dev.weft.kv.yamux.Prefixed;
import dev.weft.kv.yamux.YamuxOptions;
import dev.weft.kv.yamux.YamuxSession;
import dev.weft.kv.yamux.YamuxStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Requests on the streams of a yamux session. */
final class Session {

  /*
   * Idea: each stream is served like a connection of its own, in a task of its own; one more task takes
   * the streams that the client opens, and this one runs the session. When the server stops, no further
   * streams are taken; each that is there answers what it has read and ends, and with the last one the
   * session ends. When the session ends first, its streams fail and their tasks with them, so that the
   * scope has nothing left to cancel.
   */

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final YamuxSession session;
  private final Object peer;
  private final Duration idle;
  private final RequestServer requests;

  Session(
      Prefixed<?> connection,
      Object peer,
      YamuxOptions options,
      Duration idle,
      RequestServer requests) {
    this.session = YamuxSession.server(connection, options);
    this.peer = peer;
    this.idle = idle;
    this.requests = requests;
  }

  /** Serves until the session ends or the server stops, and closes the connection. */
  Future<Void> serve() {
    return async(
        () -> {
          try (Scope tasks = Scope.open().supervised()) {
            tasks.spawn(accept(tasks));
            tasks.spawn(drainAtStop());
            await(session.run());
          } catch (IOException broken) { // it has had a stream: thrown, it would count as refused
            LOG.log(Level.DEBUG, () -> peer + " is gone: " + broken);
          }
        });
  }

  private Future<Void> accept(Scope tasks) {
    return async(
        () -> {
          try {
            YamuxStream stream = await(next());
            while (stream != null) {
              tasks.spawn(requests.serve(stream, peer + " stream " + stream.id()));
              stream = await(next());
            }
          } catch (TimeoutException late) {
            LOG.log(Level.DEBUG, () -> peer + " was closed: no stream for " + idle);
            await(session.closeAsync());
          } catch (IOException broken) {
            LOG.log(Level.TRACE, () -> peer + " is gone: " + broken); // as run says, too
          }
        });
  }

  /** The next stream; waits for it without limit only while there are others. */
  private Future<@Nullable YamuxStream> next() {
    return async(
        () -> {
          while (true) {
            try {
              return await(timeout(idle, session.accept()));
            } catch (TimeoutException late) {
              if (session.streams() == 0) {
                throw late;
              }
            }
          }
        });
  }

  private Future<Void> drainAtStop() {
    return async(
        () -> {
          await(requests.stop().stopped());
          session.drain();
        });
  }
}
