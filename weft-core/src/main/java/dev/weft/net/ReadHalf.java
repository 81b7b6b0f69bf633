package dev.weft.net;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.AsyncRead;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * The reading direction of a {@link TcpStream} that was split. When both halves are closed, so is
 * the connection.
 *
 * <p><em>Threads:</em> for one task at a time.
 */
public final class ReadHalf implements AsyncRead, AsyncCloseable {

  private final TcpStream stream;

  ReadHalf(TcpStream stream) {
    this.stream = stream;
  }

  /**
   * Puts the stream together again. The halves must not be used after that.
   *
   * @param writer the other half
   * @return the stream that was split
   * @throws IllegalArgumentException if the halves are of different streams
   * @throws IllegalStateException if one of them is closed, or they were reunited before
   */
  public TcpStream reunite(WriteHalf writer) {
    if (writer.stream() != stream) {
      throw new IllegalArgumentException(
          "The halves are of different streams: " + stream + " and " + writer.stream() + ".");
    }
    return stream.whole();
  }

  /**
   * The address at this end.
   *
   * @return as for {@link TcpStream#localAddress}
   */
  public InetSocketAddress localAddress() {
    return stream.localAddress();
  }

  /**
   * The address at the other end.
   *
   * @return as for {@link TcpStream#remoteAddress}
   */
  public InetSocketAddress remoteAddress() {
    return stream.remoteAddress();
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    stream.requireReadOpen();
    return stream.pollRead(target, cx);
  }

  @Override
  public boolean pollReadable(Context cx) throws IOException {
    stream.requireReadOpen();
    return stream.pollReadable(cx);
  }

  @Override
  public void cancelRead() {
    stream.cancelRead();
  }

  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(stream::closeRead);
  }

  @Override
  public String toString() {
    return "ReadHalf of " + stream;
  }
}
