package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.ListenSocket;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * What listeners of every kind do: take connections, and pause when that fails.
 *
 * @param <S> type of the streams
 */
final class AcceptLoop<S> {

  private final ListenSocket socket;
  private final Object local;
  private final Wrapper<S> wrapper;
  private final AcceptPause pause = new AcceptPause();

  /**
   * Creates the loop of a listener.
   *
   * @param local where it listens, for messages
   * @param wrapper makes a stream of a connection
   */
  AcceptLoop(ListenSocket socket, Object local, Wrapper<S> wrapper) {
    this.socket = socket;
    this.local = local;
    this.wrapper = wrapper;
  }

  /** The next stream or {@link RawFuture#PENDING}. */
  Object pollAccept(Context cx) throws Exception {
    while (pause.pollOver(cx)) {
      try {
        StreamSocket connection = socket.accept(cx);
        Object answer = connection == null ? RawFuture.PENDING : wrap(connection);
        pause.succeeded();
        return answer;
      } catch (ClosedChannelException | RuntimeClosedException closed) {
        throw closed;
      } catch (IOException failure) {
        pause.failed(local, failure, cx);
      }
    }
    return RawFuture.PENDING;
  }

  /** As {@link #pollAccept}, for a stream of connections that ends with the listener. */
  @Nullable Object pollNext(Context cx) throws Exception {
    try {
      return pollAccept(cx);
    } catch (ClosedChannelException end) {
      return null;
    }
  }

  private Object wrap(StreamSocket connection) throws IOException {
    try {
      return wrapper.wrap(connection);
    } catch (Throwable failure) {
      connection.close();
      throw failure;
    }
  }

  /** Gives a pending poll up; no connection is lost. */
  void cancel() {
    pause.cancel();
    socket.cancelAccept();
  }

  /** Closes the socket from any thread. */
  void close() {
    socket.close();
    pause.close();
  }

  /** One accept of a listener. */
  LeafFuture<S> next(Object listener) {
    return new LeafFuture<>() {

      @Override
      protected Object pollLeaf(Context cx) throws Exception {
        return pollAccept(cx);
      }

      @Override
      protected boolean cancelLeaf() {
        AcceptLoop.this.cancel();
        return true;
      }

      @Override
      public String toString() {
        return listener + ".accept()";
      }
    };
  }

  /** Makes a stream of a connection. */
  interface Wrapper<S> {
    S wrap(StreamSocket connection) throws IOException;
  }
}
