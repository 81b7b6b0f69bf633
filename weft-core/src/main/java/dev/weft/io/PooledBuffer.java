package dev.weft.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A buffer on loan from a {@link BufferPool}, until it is closed. One that is never closed is left
 * to the garbage collector, and the pool allocates another one.
 *
 * <p><em>Threads:</em> one at a time; closing is for any.
 */
public final class PooledBuffer implements AutoCloseable {

  private final BufferPool pool;
  private volatile @Nullable ByteBuffer buffer;

  PooledBuffer(BufferPool pool, ByteBuffer buffer) {
    this.pool = pool;
    this.buffer = buffer;
  }

  /**
   * The buffer. It must not be used after this was closed: others have it then.
   *
   * @return always the same; from {@link AsyncRead#readPooled} it holds what was read, and nothing
   *     at the end of the source
   * @throws IllegalStateException if this is closed
   */
  public ByteBuffer bytes() {
    ByteBuffer open = buffer;
    if (open == null) {
      throw new IllegalStateException(
          "This pooled buffer is closed; accepted is a use before that.");
    }
    return open;
  }

  /** Gives the buffer back to its pool. Closing twice does nothing. */
  @Override
  public void close() {
    ByteBuffer open = buffer;
    if (open != null && BUFFER.compareAndSet(this, open, null)) {
      pool.give(open);
    }
  }

  @Override
  public String toString() {
    ByteBuffer open = buffer;
    return "PooledBuffer[" + (open == null ? "closed" : open) + "]";
  }

  private static final VarHandle BUFFER;

  static {
    try {
      BUFFER = MethodHandles.lookup().findVarHandle(PooledBuffer.class, "buffer", ByteBuffer.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
