package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.kv.yamux.YamuxException;
import dev.weft.kv.yamux.YamuxOptions;
import dev.weft.kv.yamux.YamuxSession;
import dev.weft.sync.AsyncMutex;
import org.jspecify.annotations.Nullable;

/** Dials by opening a stream of a yamux session, which all share. */
final class SharedDialer<S extends AsyncRead & AsyncWrite & AsyncCloseable>
    implements Dialer<SharedStream> {

  /*
   * Idea: the first dial makes the connection; the following ones open further streams on it. The session
   * ends with its last stream, so that nothing stays open when everybody has closed. A dial that comes
   * in that moment, or after the session has failed, makes a new connection.
   *
   * Ordering: `latest` is read and written in the mutex only, which is held over the dial itself: of
   * many that dial at once one connects, and the others take streams of its session.
   */

  private final Dialer<S> below;
  private final YamuxOptions options = YamuxOptions.DEFAULT;
  private final AsyncMutex mutex = new AsyncMutex();
  private @Nullable SharedSession latest; // by mutex

  SharedDialer(Dialer<S> below) {
    this.below = below;
  }

  @Override
  public Future<SharedStream> dial(String host, int port) {
    return async(
        () -> {
          try (AsyncMutex.Guard _ = await(mutex.lock())) {
            SharedSession old = latest;
            if (old != null) {
              try {
                return await(old.open());
              } catch (YamuxException over) {
                latest = null; // it has ended or takes no more streams: a new one is made
              }
            }
            S connection = await(below.dial(host, port));
            var session = new SharedSession(YamuxSession.client(connection, options));
            spawn(session.run()).detach();
            latest = session;
            return await(session.open());
          }
        });
  }
}
