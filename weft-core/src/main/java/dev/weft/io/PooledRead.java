package dev.weft.io;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** One read into a buffer that is taken only when there is something to read. */
final class PooledRead extends LeafFuture<PooledBuffer> {

  /*
   * A buffer is taken in the poll that uses it, and given back in the same poll if there was nothing to
   * read after all; it has room besides, see BufferPool. So no cancellation and no wait ever finds one in here.
   */

  private final AsyncRead source;
  private final BufferPool pool;

  PooledRead(AsyncRead source, BufferPool pool) {
    this.source = source;
    this.pool = Objects.requireNonNull(pool, "pool");
  }

  @Override
  protected Object pollLeaf(Context cx) throws IOException {
    if (!source.pollReadable(cx)) {
      return PENDING;
    }
    ByteBuffer buffer = pool.takeBuffer();
    int count = AsyncRead.PENDING;
    try {
      count = source.pollRead(buffer, cx);
    } finally {
      if (count == AsyncRead.PENDING) {
        pool.give(buffer);
      }
    }
    return count == AsyncRead.PENDING ? PENDING : new PooledBuffer(pool, buffer.flip());
  }

  @Override
  protected boolean cancelLeaf() {
    source.cancelRead();
    return true;
  }
}
