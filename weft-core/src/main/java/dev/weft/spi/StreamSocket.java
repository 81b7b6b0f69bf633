package dev.weft.spi;

import dev.weft.Context;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;

/**
 * A connected stream of bytes, asked without waiting.
 *
 * <p>Each of the operations does what it can at once. If it can do nothing, it registers the
 * context's waker for its direction, in place of an earlier one, and answers {@link #PENDING}; the
 * socket attaches itself to the driver nearest to that poll if it has none yet.
 *
 * <p><em>Threads:</em> one reader and one writer at a time, which may be different tasks; {@link
 * #close} from any thread wakes both.
 */
public interface StreamSocket {

  /** The answer "not yet". */
  int PENDING = -2;

  /** The answer "end of stream". */
  int EOF = -1;

  /**
   * Ends connecting.
   *
   * @param cx whom to wake
   * @return whether it is connected; false if pending
   * @throws IOException if connecting failed; the message has the address
   */
  boolean finishConnect(Context cx) throws IOException;

  /**
   * Reads into a buffer.
   *
   * @param target with room left; a buffer without room gives 0
   * @param cx whom to wake
   * @return bytes read, {@link #EOF} or {@link #PENDING}
   * @throws IOException if the connection is broken
   */
  int read(ByteBuffer target, Context cx) throws IOException;

  /**
   * Writes from a buffer, perhaps not all of it.
   *
   * @param source what to write; an empty buffer gives 0
   * @param cx whom to wake
   * @return bytes written or {@link #PENDING}
   * @throws IOException if the connection is broken
   */
  int write(ByteBuffer source, Context cx) throws IOException;

  /**
   * Writes from several buffers, perhaps not all of them.
   *
   * @param sources what to write
   * @param offset first buffer
   * @param length how many buffers
   * @param cx whom to wake
   * @return bytes written or {@link #PENDING}
   * @throws IOException if the connection is broken
   */
  long write(ByteBuffer[] sources, int offset, int length, Context cx) throws IOException;

  /**
   * Whether a read would probably get on. A socket that can't tell says yes.
   *
   * @param cx whom to wake if not, as for a read
   * @return true also at the end and for a broken connection; false if pending
   * @throws IOException if the socket is closed
   */
  default boolean isReadable(Context cx) throws IOException {
    return true;
  }

  /**
   * Whether a write would probably get on. A socket that can't tell says yes.
   *
   * @param cx whom to wake if not, as for a write
   * @return true also for a broken connection; false if pending
   * @throws IOException if the socket is closed
   */
  default boolean isWritable(Context cx) throws IOException {
    return true;
  }

  /** Forgets the waker of a pending read. The stream loses nothing. */
  void cancelRead();

  /** Forgets the waker of a pending write or connect. The stream loses nothing. */
  void cancelWrite();

  /**
   * Sends the end of the stream; reading goes on.
   *
   * @throws IOException if the connection is broken
   */
  void shutdownOutput() throws IOException;

  /**
   * The address at this end.
   *
   * @return the local address
   * @throws IOException if the socket is closed
   * @throws UnsupportedOperationException if it is a Unix socket
   */
  InetSocketAddress localAddress() throws IOException;

  /**
   * The address at the other end.
   *
   * @return the remote address
   * @throws IOException if the socket is closed
   * @throws UnsupportedOperationException if it is a Unix socket
   */
  InetSocketAddress remoteAddress() throws IOException;

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
}
