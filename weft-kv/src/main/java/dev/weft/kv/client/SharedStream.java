package dev.weft.kv.client;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.kv.yamux.YamuxStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/** A stream of a session that is shared; it leaves the session when it is closed. */
final class SharedStream implements AsyncRead, AsyncWrite, AsyncCloseable {

  private final YamuxStream stream;
  private final SharedSession session;
  private final AtomicBoolean closed = new AtomicBoolean();

  SharedStream(YamuxStream stream, SharedSession session) {
    this.stream = stream;
    this.session = session;
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    return stream.pollRead(target, cx);
  }

  @Override
  public void cancelRead() {
    stream.cancelRead();
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    return stream.pollWrite(source, cx);
  }

  @Override
  public boolean pollFlush(Context cx) {
    return stream.pollFlush(cx);
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
    return new CloseFuture(this::closeNow);
  }

  private void closeNow() {
    if (closed.compareAndSet(false, true)) {
      stream.close();
      session.leave();
    }
  }

  @Override
  public String toString() {
    return stream.toString();
  }
}
