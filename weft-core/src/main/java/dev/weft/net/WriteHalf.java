package dev.weft.net;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * The writing direction of a {@link TcpStream} that was split. Closing it sends the end of the
 * stream. When both halves are closed, so is the connection.
 *
 * <p><em>Threads:</em> for one task at a time.
 */
public final class WriteHalf implements AsyncWrite, AsyncCloseable {

  private final TcpStream stream;

  WriteHalf(TcpStream stream) {
    this.stream = stream;
  }

  TcpStream stream() {
    return stream;
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
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    stream.requireWriteOpen();
    return stream.pollWrite(source, cx);
  }

  @Override
  public long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx)
      throws IOException {
    stream.requireWriteOpen();
    return stream.pollWrite(sources, offset, length, cx);
  }

  @Override
  public boolean pollWritable(Context cx) throws IOException {
    stream.requireWriteOpen();
    return stream.pollWritable(cx);
  }

  @Override
  public boolean pollFlush(Context cx) {
    return true;
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    return stream.pollShutdown(cx);
  }

  @Override
  public void cancelWrite() {
    stream.cancelWrite();
  }

  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(stream::closeWrite);
  }

  @Override
  public String toString() {
    return "WriteHalf of " + stream;
  }
}
