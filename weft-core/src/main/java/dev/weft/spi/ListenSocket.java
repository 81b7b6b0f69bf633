package dev.weft.spi;

import dev.weft.Context;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A listening socket, asked without waiting; the rules are those of {@link StreamSocket}. */
public interface ListenSocket {

  /**
   * Takes a connection.
   *
   * @param cx whom to wake
   * @return a connected socket that no driver knows yet, or {@code null} if pending
   * @throws IOException if the system refuses, for example for want of descriptors
   */
  @Nullable StreamSocket accept(Context cx) throws IOException;

  /** Forgets the waker of a pending accept. No connection is lost. */
  void cancelAccept();

  /**
   * Where it listens.
   *
   * @return the address, with the port that was picked
   * @throws IOException if the socket is closed
   * @throws UnsupportedOperationException if it is a Unix socket
   */
  InetSocketAddress localAddress() throws IOException;

  /** Closes the socket; a pending accept wakes and fails. Closing twice does nothing. */
  void close();

  /**
   * Whether the system has the address back after {@link #close}, so that it can be bound again. A
   * driver may need a turn for that.
   *
   * @param cx whom to wake when it has
   * @return false if pending
   */
  boolean isReleased(Context cx);
}
