package dev.weft.io;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One of two connected ends in memory, made by {@link Io#duplex}: what one end writes the other
 * reads, like a socket without a network.
 *
 * <p>A full direction makes its writer wait. {@link #shutdown} ends one direction; {@link #close}
 * both: the peer reads what is still under way, then the end, and its writes fail with {@link
 * IOException}. What a closed end hadn't read is gone.
 *
 * <p><em>Cancellation:</em> safe; bytes are either with the caller or in the stream.
 *
 * <p><em>Threads:</em> the two ends belong to any two tasks, and so do the reading and the writing
 * of one end; one reader and one writer at a time each. {@link #close} may come from anywhere.
 */
public final class DuplexStream implements AsyncRead, AsyncWrite, AsyncCloseable {

  private final Pipe in;
  private final Pipe out;

  DuplexStream(Pipe in, Pipe out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    return in.pollRead(target, cx);
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    return out.pollWrite(source, cx);
  }

  /** {@inheritDoc} Here there is nothing to flush. */
  @Override
  public boolean pollFlush(Context cx) {
    return true;
  }

  @Override
  public boolean pollShutdown(Context cx) {
    out.end();
    return true;
  }

  @Override
  public void cancelRead() {
    in.forgetReader();
  }

  @Override
  public void cancelWrite() {
    out.forgetWriter();
  }

  /** Closes both directions of this end; never waits. */
  @Override
  public void close() {
    out.end();
    in.leave();
  }

  @Override
  public Future<Void> closeAsync() {
    return new CloseFuture(this::close);
  }
}
