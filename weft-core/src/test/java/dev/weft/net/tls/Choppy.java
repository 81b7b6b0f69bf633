package dev.weft.net.tls;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.DuplexStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * An end of a connection that gives and takes few bytes at a time and is often pending for nothing.
 * Reading and writing have random numbers of their own, as two tasks may do them at once.
 */
final class Choppy implements AsyncRead, AsyncWrite, AsyncCloseable {

  private final DuplexStream stream;
  private final Random reads;
  private final Random writes;
  private final int most;

  Choppy(DuplexStream stream, long seed, int most) {
    this.stream = stream;
    this.reads = new Random(seed);
    this.writes = new Random(~seed);
    this.most = most;
  }

  private static boolean isLazy(Random random, Context cx) {
    if (random.nextInt(4) == 0) {
      cx.waker().wake();
      return true;
    }
    return false;
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    if (isLazy(reads, cx)) {
      return AsyncRead.PENDING;
    }
    int limit = target.limit();
    target.limit(Math.min(limit, target.position() + 1 + reads.nextInt(most)));
    try {
      return stream.pollRead(target, cx);
    } finally {
      target.limit(limit);
    }
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    if (isLazy(writes, cx)) {
      return AsyncWrite.PENDING;
    }
    int limit = source.limit();
    source.limit(Math.min(limit, source.position() + 1 + writes.nextInt(most)));
    try {
      return stream.pollWrite(source, cx);
    } finally {
      source.limit(limit);
    }
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return !isLazy(writes, cx) && stream.pollFlush(cx);
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    return !isLazy(writes, cx) && stream.pollShutdown(cx);
  }

  @Override
  public void cancelRead() {
    stream.cancelRead();
  }

  @Override
  public void cancelWrite() {
    stream.cancelWrite();
  }

  @Override
  public Future<Void> closeAsync() {
    return stream.closeAsync();
  }
}
