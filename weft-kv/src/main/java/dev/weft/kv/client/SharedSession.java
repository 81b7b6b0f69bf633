package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.yamux.YamuxSession;
import java.io.IOException;

/** A yamux session that ends with the last stream that was opened on it. */
final class SharedSession {

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final YamuxSession session;
  private int users; // by this

  SharedSession(YamuxSession session) {
    this.session = session;
  }

  /** Runs the session; what breaks it is told by its streams. */
  Future<Void> run() {
    return async(
        () -> {
          try {
            await(session.run());
          } catch (IOException broken) {
            LOG.log(System.Logger.Level.DEBUG, () -> "A session has ended: " + broken);
          }
        });
  }

  /** Opens a stream; fails with a YamuxException if the session takes no more. */
  Future<SharedStream> open() {
    return async(
        () -> {
          enter();
          try {
            return new SharedStream(await(session.open()), this);
          } catch (Throwable failure) {
            leave();
            throw failure;
          }
        });
  }

  private synchronized void enter() {
    users++;
  }

  /** The last one ends the session. */
  void leave() {
    synchronized (this) {
      if (--users > 0) {
        return;
      }
    }
    session.drain();
  }
}
