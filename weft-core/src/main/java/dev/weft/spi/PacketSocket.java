package dev.weft.spi;

import dev.weft.Context;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A socket of datagrams, asked without waiting; the rules are those of {@link StreamSocket}. */
public interface PacketSocket {

  /**
   * Takes a datagram.
   *
   * @param target where to; what doesn't fit is lost
   * @param cx whom to wake
   * @return who sent it, or {@code null} if pending
   * @throws IOException if the system refuses, or reports that an earlier datagram wasn't taken
   */
  @Nullable InetSocketAddress receive(ByteBuffer target, Context cx) throws IOException;

  /**
   * Sends a datagram.
   *
   * @param source all of it is one datagram
   * @param target where to; of a connected socket the address that it is connected to
   * @param cx whom to wake
   * @return whether it was sent; false if pending
   * @throws IOException if the system refuses; the message has the address
   * @throws UnsupportedOperationException if the datagram is empty, the socket connected, and the
   *     driver unable to send that
   */
  boolean send(ByteBuffer source, InetSocketAddress target, Context cx) throws IOException;

  /**
   * Takes datagrams that are there, each whole.
   *
   * @param most how many, at least 1
   * @param taker gets each with its sender; the buffer is the driver's again when it returns
   * @param cx whom to wake
   * @return how many; 0 if pending
   * @throws IOException if there is none, and {@link #receive} would throw it. One that comes
   *     behind some datagrams is left out
   */
  int receiveMany(int most, BiConsumer<InetSocketAddress, ByteBuffer> taker, Context cx)
      throws IOException;

  /**
   * Sends datagrams in their order, as many as can be sent now.
   *
   * @param sources all of each is one datagram; at least one
   * @param targets where to, as in {@link #send}; one for each
   * @param cx whom to wake
   * @return how many were sent, from the first on, whose buffers are at their limits; 0 if pending
   * @throws IOException if the system refuses one; those before it were sent
   * @throws UnsupportedOperationException as with {@link #send}; those before it were sent
   */
  int sendMany(List<ByteBuffer> sources, List<InetSocketAddress> targets, Context cx)
      throws IOException;

  /** Forgets the waker of a pending receive. No datagram is lost. */
  void cancelReceive();

  /** Forgets the waker of a pending send, which hasn't sent anything. */
  void cancelSend();

  /**
   * Begins to receive what is sent to a group.
   *
   * @param group a multicast address
   * @param network on which interface
   * @param source from whom only; {@code null} for anybody
   * @throws IOException if the system refuses; the message has the group
   */
  void join(InetAddress group, NetworkInterface network, @Nullable InetAddress source)
      throws IOException;

  /**
   * Undoes a {@link #join} with the same arguments.
   *
   * @param group a multicast address
   * @param network on which interface
   * @param source from whom only; {@code null} for anybody
   * @return whether it was a member
   */
  boolean leave(InetAddress group, NetworkInterface network, @Nullable InetAddress source);

  /**
   * The address at this end.
   *
   * @return the address, with the port that was picked
   * @throws IOException if the socket is closed
   */
  InetSocketAddress localAddress() throws IOException;

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
   * Whether the system has the address back after {@link #close}, so that it can be bound again.
   *
   * @param cx whom to wake when it has
   * @return false if pending
   */
  boolean isReleased(Context cx);
}
