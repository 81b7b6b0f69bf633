package dev.weft.spi;

import dev.weft.Context;
import java.io.IOException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A Unix socket of datagrams, asked without waiting; the rules are those of {@link StreamSocket}.
 *
 * <p>A name is a path, or a character 0 and an abstract name.
 */
public interface UnixPacketSocket {

  /**
   * Takes a datagram.
   *
   * @param target where to; what doesn't fit is lost
   * @param cx whom to wake
   * @return the sender's name, empty if it has none; or {@code null} if pending
   * @throws IOException if the system refuses
   */
  @Nullable String receive(ByteBuffer target, Context cx) throws IOException;

  /**
   * Sends a datagram.
   *
   * @param source all of it is one datagram
   * @param target the receiver's name, or empty if the socket is connected to it
   * @param cx whom to wake, if the socket is connected. If it isn't, the system tells nobody when
   *     the receiver's queue has room, so who gets false asks again after a while.
   * @return whether it was sent; false if pending
   * @throws IOException if the system refuses; the message has the name
   */
  boolean send(ByteBuffer source, String target, Context cx) throws IOException;

  /** Forgets the waker of a pending receive. No datagram is lost. */
  void cancelReceive();

  /** Forgets the waker of a pending send, which hasn't sent anything. */
  void cancelSend();

  /**
   * Sets an option.
   *
   * @param option which
   * @param value to what
   * @param <T> type of the value
   * @throws IOException if the system refuses
   * @throws UnsupportedOperationException if the socket has no such option
   */
  <T> void setOption(SocketOption<T> option, T value) throws IOException;

  /**
   * Reads an option.
   *
   * @param option which
   * @param <T> type of the value
   * @return its value
   * @throws IOException if the socket is closed
   * @throws UnsupportedOperationException if the socket has no such option
   */
  <T> T option(SocketOption<T> option) throws IOException;

  /** Closes the socket; pending operations wake and fail. Closing twice does nothing. */
  void close();

  /**
   * Whether the system has the name back after {@link #close}.
   *
   * @param cx whom to wake when it has
   * @return false if pending
   */
  boolean isReleased(Context cx);
}
