package dev.weft.io;

import dev.weft.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Sources of bytes without a connection. */
final class Sources {

  private Sources() {}

  static final class Fixed implements AsyncRead {

    private final ByteBuffer left;

    Fixed(byte[] bytes) {
      left = ByteBuffer.wrap(bytes);
    }

    @Override
    public int pollRead(ByteBuffer target, Context cx) {
      if (!target.hasRemaining()) {
        return 0;
      }
      int count = Math.min(left.remaining(), target.remaining());
      if (count == 0) {
        return EOF;
      }
      target.put(left.array(), left.arrayOffset() + left.position(), count);
      left.position(left.position() + count);
      return count;
    }
  }

  static final class Repeat implements AsyncRead {

    private static final int CHUNK = 1024;

    private final byte[] chunk = new byte[CHUNK];

    Repeat(byte value) {
      Arrays.fill(chunk, value);
    }

    @Override
    public int pollRead(ByteBuffer target, Context cx) {
      int count = target.remaining();
      while (target.hasRemaining()) {
        target.put(chunk, 0, Math.min(CHUNK, target.remaining()));
      }
      return count;
    }
  }

  static final class Take implements AsyncRead {

    private final AsyncRead source;
    private long left;

    Take(AsyncRead source, long limit) {
      this.source = source;
      this.left = limit;
    }

    @Override
    public int pollRead(ByteBuffer target, Context cx) throws IOException {
      if (!target.hasRemaining()) {
        return 0;
      }
      if (left == 0) {
        return EOF;
      }
      int start = target.position();
      int limit = target.limit();
      target.limit(start + (int) Math.min(left, target.remaining()));
      try {
        return source.pollRead(target, cx);
      } finally {
        left -= target.position() - start;
        target.limit(limit);
      }
    }

    @Override
    public boolean pollReadable(Context cx) throws IOException {
      return left == 0 || source.pollReadable(cx);
    }

    @Override
    public void cancelRead() {
      source.cancelRead();
    }
  }

  static final class Chain implements AsyncRead {

    private final AsyncRead first;
    private final AsyncRead second;
    private boolean firstEnded;

    Chain(AsyncRead first, AsyncRead second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public int pollRead(ByteBuffer target, Context cx) throws IOException {
      if (!firstEnded) {
        int count = first.pollRead(target, cx);
        if (count != EOF) {
          return count;
        }
        firstEnded = true;
      }
      return second.pollRead(target, cx);
    }

    @Override
    public boolean pollReadable(Context cx) throws IOException {
      return (firstEnded ? second : first).pollReadable(cx);
    }

    @Override
    public void cancelRead() {
      (firstEnded ? second : first).cancelRead();
    }
  }
}
