package dev.weft.kv.server;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A stream whose bytes are counted. */
final class CountedStream<S extends AsyncRead & AsyncWrite & AsyncCloseable>
    implements AsyncRead, AsyncWrite, AsyncCloseable {

  private final S stream;
  private final ServerMetrics metrics;

  CountedStream(S stream, ServerMetrics metrics) {
    this.stream = stream;
    this.metrics = metrics;
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    int count = stream.pollRead(target, cx);
    if (count > 0) {
      metrics.read(count);
    }
    return count;
  }

  @Override
  public void cancelRead() {
    stream.cancelRead();
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    int count = stream.pollWrite(source, cx);
    if (count > 0) {
      metrics.written(count);
    }
    return count;
  }

  @Override
  public long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx)
      throws IOException {
    long count = stream.pollWrite(sources, offset, length, cx);
    if (count > 0) {
      metrics.written(count);
    }
    return count;
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
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
    return stream.closeAsync();
  }

  @Override
  public String toString() {
    return stream.toString();
  }
}
